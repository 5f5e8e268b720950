// Shader model 5.1: elements of an array that starts at t4, chosen by literals.

#include "attribute_pass.hlsli"

Texture2D g_textures[6] : register(t4);
Texture2D g_single : register(t0);
SamplerState g_sampler : register(s2);

float4 ps_main(Varying input) : SV_Target
{
    float4 first = g_textures[0].Sample(g_sampler, input.value.xy);
    float4 last = g_textures[5].Sample(g_sampler, input.value.yx);
    return first * last + g_single.Sample(g_sampler, input.value.zw) * 0.25;
}
