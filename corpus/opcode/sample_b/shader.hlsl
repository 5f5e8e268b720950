// Filtered texture read with a bias of the level of detail, sample_b.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float g_bias;
};

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    return g_texture.SampleBias(g_sampler, input.value.xy, g_bias);
}
