// Compiled with the promise that every resource is bound.

#include "attribute_pass.hlsli"

Texture2D g_texture : register(t1);
SamplerState g_sampler : register(s1);

float4 ps_main(Varying input) : SV_Target
{
    return g_texture.Sample(g_sampler, input.value.xy);
}
