// Tiled resources: comparing gather with a status, gather4_c_s.

#include "attribute_pass.hlsli"

Texture2D<float> g_depth : register(t0);
SamplerComparisonState g_compare : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    uint status;
    float4 lit = g_depth.GatherCmp(g_compare, input.value.xy, input.value.z, int2(0, 0), status);
    return CheckAccessFullyMapped(status) ? lit : float4(1.0, 1.0, 1.0, 1.0);
}
