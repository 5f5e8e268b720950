// Tiled resources: depth comparison with a status, sample_c_lz_s.

#include "attribute_pass.hlsli"

Texture2D<float> g_depth : register(t0);
SamplerComparisonState g_compare : register(s0);

float ps_main(Varying input) : SV_Target
{
    uint status;
    float lit = g_depth.SampleCmpLevelZero(g_compare, input.value.xy, input.value.z, int2(0, 0), status);
    return CheckAccessFullyMapped(status) ? lit : 1.0;
}
