// Dependent reads: the coordinate of one sample is the result of another.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_offsets;
};

Texture2D g_flow : register(t0);
Texture2D g_colour : register(t1);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    float2 flow = g_flow.Sample(g_sampler, input.value.wz).yx * 2.0 - 1.0;
    float4 near_colour = g_colour.Sample(g_sampler, input.value.xy + flow * 0.125);
    float4 constant_colour = g_colour.SampleLevel(g_sampler, g_offsets.zx, 0.0);
    float4 corner = g_colour.SampleLevel(g_sampler, float2(0.25, 0.75), 0.0);
    return near_colour * 0.5 + constant_colour * 0.25 + corner * 0.25;
}
