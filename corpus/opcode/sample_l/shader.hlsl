// Filtered texture read of a given level of detail, sample_l.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float g_level;
};

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    return g_texture.SampleLevel(g_sampler, input.value.xy, g_level);
}
