// Cube texture of depths: comparisons with and without a level from derivatives.

#include "attribute_pass.hlsli"

TextureCube<float> g_depth : register(t0);
SamplerComparisonState g_compare : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    float3 place = input.value.xyz * 2.0 - 1.0;
    float reference = input.value.z;
    float4 output;
    output.x = g_depth.SampleCmp(g_compare, place, reference);
    output.y = g_depth.SampleCmpLevelZero(g_compare, place, reference);
    output.z = g_depth.SampleCmp(g_compare, -place, reference * 0.5);
    output.w = g_depth.SampleCmpLevelZero(g_compare, place.zxy, reference * 0.5);
    return output;
}
