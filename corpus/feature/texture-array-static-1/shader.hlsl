// An array of textures and one of samplers, indexed by literals and an unrolled loop.

#include "attribute_pass.hlsli"

Texture2D g_textures[4] : register(t2);
SamplerState g_samplers[2] : register(s1);

float4 ps_main(Varying input) : SV_Target
{
    float4 sum = g_textures[3].Sample(g_samplers[1], input.value.xy);
    [unroll]
    for (int i = 0; i < 3; ++i)
        sum += g_textures[i].Sample(g_samplers[0], input.value.xy * (float)(i + 1)) * 0.25;
    return sum;
}
