// The clamped and the unclamped level of detail, lod.

#include "attribute_pass.hlsli"

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float2 ps_main(Varying input) : SV_Target
{
    float clamped = g_texture.CalculateLevelOfDetail(g_sampler, input.value.xy * 8.0);
    float unclamped = g_texture.CalculateLevelOfDetailUnclamped(g_sampler, input.value.xy * 8.0);
    return float2(clamped, unclamped);
}
