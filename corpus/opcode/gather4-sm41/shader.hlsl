// The first component of four neighbouring texels, gather4 as shader model 4.1 has it.

#include "attribute_pass.hlsli"

Texture2D<float> g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    return g_texture.Gather(g_sampler, input.value.xy);
}
