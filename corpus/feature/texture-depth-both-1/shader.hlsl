// One depth texture read with a comparison and without: the blocker search of soft shadows.

#include "attribute_pass.hlsli"

Texture2D<float> g_depth : register(t0);
SamplerState g_point : register(s0);
SamplerComparisonState g_compare : register(s1);

float4 ps_main(Varying input) : SV_Target
{
    float blocker = g_depth.Sample(g_point, input.value.xy);
    float exact = g_depth.Load(int3(input.position.xy, 0));
    float lit = g_depth.SampleCmp(g_compare, input.value.xy, input.value.z);
    return float4(blocker, exact, lit, 1.0);
}
