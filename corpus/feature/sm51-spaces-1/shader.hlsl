// Shader model 5.1: the same register numbers in two spaces are different resources.

#include "attribute_pass.hlsli"

cbuffer Frame : register(b0)
{
    float4 g_frame;
};

cbuffer Material : register(b0, space1)
{
    float4 g_material;
};

Texture2D g_global : register(t0);
Texture2D g_albedo : register(t0, space1);
SamplerState g_linear : register(s0);
SamplerState g_point : register(s0, space2);

float4 ps_main(Varying input) : SV_Target
{
    float4 first = g_global.Sample(g_linear, input.value.xy) * g_frame;
    float4 second = g_albedo.Sample(g_point, input.value.zw) * g_material;
    return first + second;
}
