// Two-dimensional texture of depths: comparisons with and without a level from derivatives, with offsets.

#include "attribute_pass.hlsli"

Texture2D<float> g_depth : register(t0);
SamplerComparisonState g_compare : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    float2 place = input.value.xy;
    float reference = input.value.z;
    float4 output;
    output.x = g_depth.SampleCmp(g_compare, place, reference);
    output.y = g_depth.SampleCmpLevelZero(g_compare, place, reference);
    output.z = g_depth.SampleCmp(g_compare, place, reference * 0.5, int2(1, -1));
    output.w = g_depth.SampleCmpLevelZero(g_compare, place, reference * 0.5, int2(-2, 0));
    return output;
}
