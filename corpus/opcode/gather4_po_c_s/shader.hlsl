// Tiled resources: comparing gather with a register offset and a status, gather4_po_c_s.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    int2 g_offset;
};

Texture2D<float> g_depth : register(t0);
SamplerComparisonState g_compare : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    uint status;
    float4 lit = g_depth.GatherCmp(g_compare, input.value.xy, input.value.z, g_offset, status);
    return CheckAccessFullyMapped(status) ? lit : float4(1.0, 1.0, 1.0, 1.0);
}
