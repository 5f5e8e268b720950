// Textures whose declaration names a format: normalised, signed, and of fewer lanes.

#include "attribute_pass.hlsli"

Texture2D<unorm float4> g_colour : register(t0);
Texture2D<snorm float2> g_normal : register(t1);
Texture2D<float> g_height : register(t2);
Texture2D<float3> g_light : register(t3);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    float4 colour = g_colour.Sample(g_sampler, input.value.xy);
    float2 normal = g_normal.Sample(g_sampler, input.value.xy);
    float height = g_height.Sample(g_sampler, input.value.yx);
    float3 light = g_light.Sample(g_sampler, input.value.zw);
    return float4(colour.rgb * light, colour.a) + float4(normal, height, 0.0) * 0.25;
}
