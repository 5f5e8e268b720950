// The last slot of textures and of samplers, and one in between.

#include "attribute_pass.hlsli"

Texture2D g_low : register(t15);
Texture2D g_high : register(t127);
SamplerState g_sampler : register(s15);

float4 ps_main(Varying input) : SV_Target
{
    return g_low.Sample(g_sampler, input.value.xy) * 0.5 + g_high.Sample(g_sampler, input.value.zw) * 0.5;
}
