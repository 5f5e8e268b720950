// One component of four neighbouring texels, gather4.

#include "attribute_pass.hlsli"

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    return g_texture.GatherBlue(g_sampler, input.value.xy);
}
