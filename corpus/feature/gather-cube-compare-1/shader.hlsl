// Cube texture of depths: four comparisons at once.

#include "attribute_pass.hlsli"

TextureCube<float> g_depth : register(t0);
SamplerComparisonState g_compare : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    float3 place = input.value.xyz * 2.0 - 1.0;
    float4 lit = g_depth.GatherCmp(g_compare, place, input.value.z);
    return lit * 0.5;
}
