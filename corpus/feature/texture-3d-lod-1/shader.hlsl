// Three-dimensional texture: the level that a sample would read, clamped and not.

#include "attribute_pass.hlsli"

Texture3D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    float3 place = input.value.xyz;
    float clamped = g_texture.CalculateLevelOfDetail(g_sampler, place * 3.0);
    float free = g_texture.CalculateLevelOfDetailUnclamped(g_sampler, place * 0.125);
    return float4(clamped, free, g_texture.SampleLevel(g_sampler, place, clamped).xy);
}
