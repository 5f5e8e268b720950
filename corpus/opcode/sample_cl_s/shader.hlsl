// Tiled resources: sample with a clamp of the level of detail, sample_cl_s.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float g_clamp;
};

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    return g_texture.Sample(g_sampler, input.value.xy, int2(0, 0), g_clamp);
}
