// A material of six textures of different kinds that share a sampler.

#include "attribute_pass.hlsli"

Texture2D g_albedo : register(t0);
Texture2D g_normal : register(t1);
Texture2D g_mask : register(t2);
Texture3D g_noise : register(t5);
TextureCube g_sky : register(t6);
Texture2DArray g_layers : register(t9);
SamplerState g_sampler : register(s1);

float4 ps_main(Varying input) : SV_Target
{
    float2 uv = input.value.xy;
    float4 albedo = g_albedo.Sample(g_sampler, uv);
    float3 normal = g_normal.Sample(g_sampler, uv).xyz * 2.0 - 1.0;
    float mask = g_mask.Sample(g_sampler, uv * 2.0).y;
    float noise = g_noise.Sample(g_sampler, float3(uv, input.value.z)).x;
    float4 sky = g_sky.Sample(g_sampler, normal + float3(0.0, 0.0, 1.0));
    float4 layer = g_layers.Sample(g_sampler, float3(uv, 1.0));
    return lerp(albedo * noise, sky, mask) + layer * 0.25;
}
