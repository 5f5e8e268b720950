// Filtered texture read with the derivatives from constants, sample_d.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float2 g_dx;
    float2 g_dy;
};

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    return g_texture.SampleGrad(g_sampler, input.value.xy, g_dx, g_dy);
}
