// Depth comparison in the most detailed level, sample_c_lz.

#include "attribute_pass.hlsli"

Texture2D<float> g_depth : register(t0);
SamplerComparisonState g_compare : register(s0);

float ps_main(Varying input) : SV_Target
{
    return g_depth.SampleCmpLevelZero(g_compare, input.value.xy, input.value.w);
}
