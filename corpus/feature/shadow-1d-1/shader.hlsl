// One-dimensional texture of depths: comparisons with and without a level from derivatives, with offsets.

#include "attribute_pass.hlsli"

Texture1D<float> g_depth : register(t0);
SamplerComparisonState g_compare : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    float place = input.value.x;
    float reference = input.value.z;
    float4 output;
    output.x = g_depth.SampleCmp(g_compare, place, reference);
    output.y = g_depth.SampleCmpLevelZero(g_compare, place, reference);
    output.z = g_depth.SampleCmp(g_compare, place, reference * 0.5, -3);
    output.w = g_depth.SampleCmpLevelZero(g_compare, place, reference * 0.5, 2);
    return output;
}
