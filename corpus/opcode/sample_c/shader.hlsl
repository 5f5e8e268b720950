// Depth comparison with the level of detail from the derivatives, sample_c.

#include "attribute_pass.hlsli"

Texture2D<float> g_depth : register(t0);
SamplerComparisonState g_compare : register(s0);

float ps_main(Varying input) : SV_Target
{
    return g_depth.SampleCmp(g_compare, input.value.xy, input.value.z);
}
