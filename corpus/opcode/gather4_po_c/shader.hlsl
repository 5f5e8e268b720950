// Comparing gather with an offset that is known only when the shader runs, gather4_po_c.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    int2 g_offset;
};

Texture2D<float> g_depth : register(t0);
SamplerComparisonState g_compare : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    return g_depth.GatherCmp(g_compare, input.value.xy, input.value.w, g_offset);
}
