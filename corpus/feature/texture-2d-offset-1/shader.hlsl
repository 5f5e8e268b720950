// Two-dimensional texture: sampling with offsets in texels.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float g_bias;
    float g_level;
    float4 g_dx;
    float4 g_dy;
};

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

struct Targets
{
    float4 plain : SV_Target0;
    float4 biased : SV_Target1;
    float4 level : SV_Target2;
    float4 gradient : SV_Target3;
};

Targets ps_main(Varying input)
{
    Targets output;
    float2 place = input.value.xy;
    output.plain = g_texture.Sample(g_sampler, place, int2(1, -1));
    output.biased = g_texture.SampleBias(g_sampler, place, g_bias, int2(7, -8));
    output.level = g_texture.SampleLevel(g_sampler, place, g_level, int2(-2, 0));
    output.gradient = g_texture.SampleGrad(g_sampler, place, g_dx.xy * 0.0625, g_dy.xy * 0.0625, int2(0, 3));
    return output;
}
