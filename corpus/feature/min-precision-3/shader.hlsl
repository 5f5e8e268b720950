// A texture read that fills a minimum precision register.

#include "attribute_pass.hlsli"

Texture2D<min16float4> g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    min16float4 texel = g_texture.Sample(g_sampler, input.value.xy);
    min16float grey = dot(texel.rgb, min16float3(0.25, 0.5, 0.25));
    return float4(grey.xxx, texel.a);
}
