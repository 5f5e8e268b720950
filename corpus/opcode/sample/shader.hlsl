// Filtered texture read with the level of detail from the derivatives, sample.

#include "attribute_pass.hlsli"

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    return g_texture.Sample(g_sampler, input.value.xy);
}
