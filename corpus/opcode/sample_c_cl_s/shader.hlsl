// Tiled resources: depth comparison with a clamp of the level of detail, sample_c_cl_s.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float g_clamp;
};

Texture2D<float> g_depth : register(t0);
SamplerComparisonState g_compare : register(s0);

float ps_main(Varying input) : SV_Target
{
    return g_depth.SampleCmp(g_compare, input.value.xy, input.value.z, int2(0, 0), g_clamp);
}
