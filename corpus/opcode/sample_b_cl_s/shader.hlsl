// Tiled resources: biased sample with a clamp of the level of detail, sample_b_cl_s.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float g_bias;
    float g_clamp;
};

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    uint status;
    float4 texel = g_texture.SampleBias(g_sampler, input.value.xy, g_bias, int2(0, 0), g_clamp, status);
    return CheckAccessFullyMapped(status) ? texel : float4(1.0, 0.0, 1.0, 1.0);
}
