// One-dimensional texture: texels read without a sampler, of two levels, with an offset, and out of range.

Texture1D g_texture : register(t0);

struct Targets
{
    float4 first : SV_Target0;
    float4 second : SV_Target1;
    float4 shifted : SV_Target2;
};

Targets ps_main(float4 position : SV_Position)
{
    Targets output;
    int2 pixel = (int2)position.xy;
    output.first = g_texture.Load(int2(pixel.x, 0));
    output.second = g_texture.Load(int2(pixel.x, 1));
    output.shifted = g_texture.Load(int2(pixel.x, pixel.x & 1), 7);
    return output;
}
