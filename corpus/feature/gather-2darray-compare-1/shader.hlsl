// Array of two-dimensional textures of depths: four comparisons at once.

#include "attribute_pass.hlsli"

Texture2DArray<float> g_depth : register(t0);
SamplerComparisonState g_compare : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    float3 place = float3(input.value.xy, (input.position.x - 0.5) * 0.0625);
    float4 lit = g_depth.GatherCmp(g_compare, place, input.value.z);
    lit += g_depth.GatherCmp(g_compare, place, input.value.z * 0.5, int2(-2, 3));
    return lit * 0.5;
}
