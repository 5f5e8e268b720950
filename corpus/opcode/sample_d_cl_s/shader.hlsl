// Tiled resources: sample with derivatives and a clamp of the level of detail, sample_d_cl_s.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float2 g_dx;
    float2 g_dy;
    float g_clamp;
};

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    return g_texture.SampleGrad(g_sampler, input.value.xy, g_dx, g_dy, int2(0, 0), g_clamp);
}
