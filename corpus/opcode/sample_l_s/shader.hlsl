// Tiled resources: sample_l_s says whether every page was there, check_access_fully_mapped asks.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float g_level;
};

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    uint status;
    float4 texel = g_texture.SampleLevel(g_sampler, input.value.xy, g_level, int2(0, 0), status);
    return CheckAccessFullyMapped(status) ? texel : float4(1.0, 0.0, 1.0, 1.0);
}
