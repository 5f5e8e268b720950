// Unfiltered reads with negative coordinates, past the size and of a level that is not there give zero.

Texture2D g_texture : register(t0);

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    int2 pixel = (int2)position.xy;
    float4 negative = g_texture.Load(int3(pixel - 40, 0));
    float4 past = g_texture.Load(int3(pixel * 64, 0));
    float4 level = g_texture.Load(int3(pixel, 20));
    float4 shifted = g_texture.Load(int3(pixel, 0), int2(-8, -8));
    return negative + past * 0.5 + level + shifted * 0.25;
}
