// Gather with an offset that is known only when the shader runs, gather4_po.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    int2 g_offset;
};

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    return g_texture.GatherGreen(g_sampler, input.value.xy, g_offset);
}
