// The alpha test of foliage: one lane of a texture against a limit.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float g_limit;
};

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    float4 colour = g_texture.Sample(g_sampler, input.value.xy);
    clip(colour.a - g_limit);
    return colour * input.value.wwwx;
}
