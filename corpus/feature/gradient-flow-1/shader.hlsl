// Texture sampling inside a branch on a constant.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    bool g_detail;
    float4 g_colour;
};

Texture2D g_base : register(t0);
Texture2D g_detail_texture : register(t1);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    float4 colour = g_base.Sample(g_sampler, input.value.xy) * g_colour;
    [branch]
    if (g_detail)
        colour *= g_detail_texture.Sample(g_sampler, input.value.xy * 8.0) * 2.0;
    return colour;
}
