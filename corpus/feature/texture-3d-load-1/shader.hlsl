// Three-dimensional texture: texels read without a sampler, of two levels, with an offset, and out of range.

Texture3D g_texture : register(t0);

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
    output.first = g_texture.Load(int4(pixel, (pixel.x >> 2) & 7, 0));
    output.second = g_texture.Load(int4(pixel, (pixel.x >> 2) & 7, 1));
    output.shifted = g_texture.Load(int4(pixel, (pixel.x >> 2) & 7, pixel.x & 1), int3(7, -8, 0));
    return output;
}
