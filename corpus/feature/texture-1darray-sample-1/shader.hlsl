// Array of one-dimensional textures: every way to sample it, each into a target of its own.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float g_bias;
    float g_level;
    float4 g_dx;
    float4 g_dy;
};

Texture1DArray g_texture : register(t0);
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
    float2 place = float2(input.value.x, (input.position.x - 0.5) * 0.0625);
    output.plain = g_texture.Sample(g_sampler, place);
    output.biased = g_texture.SampleBias(g_sampler, place, g_bias * 2.0 - 1.0);
    output.level = g_texture.SampleLevel(g_sampler, place, g_level * 3.0);
    output.gradient = g_texture.SampleGrad(g_sampler, place, g_dx.x * 0.0625, g_dy.x * 0.0625);
    return output;
}
