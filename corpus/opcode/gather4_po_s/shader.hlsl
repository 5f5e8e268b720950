// Tiled resources: gather with a register offset and a status, gather4_po_s.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    int2 g_offset;
};

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    uint status;
    float4 texels = g_texture.GatherAlpha(g_sampler, input.value.xy, g_offset, status);
    return CheckAccessFullyMapped(status) ? texels : float4(0.0, 0.0, 0.0, 0.0);
}
