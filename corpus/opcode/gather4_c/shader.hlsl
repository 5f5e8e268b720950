// Four depth comparisons without filtering, gather4_c.

#include "attribute_pass.hlsli"

Texture2D<float> g_depth : register(t0);
SamplerComparisonState g_compare : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    return g_depth.GatherCmp(g_compare, input.value.xy, input.value.z);
}
