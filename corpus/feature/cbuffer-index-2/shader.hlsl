// Elements of several rows: the index is multiplied by the stride and a row is added.

struct Light
{
    float3 position;
    float range;
    float4 colour;
    float2 angles;
    int kind;
};

cbuffer Scene : register(b0)
{
    float4x4 g_transforms[4];
    Light g_lights[6];
};

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    uint2 pixel = (uint2)input.position.xy;
    float4 moved = mul(g_transforms[pixel.x & 3u], input.value);
    Light light = g_lights[pixel.y % 6u];
    float3 offset = light.position - moved.xyz;
    float fade = saturate(light.range - dot(offset, offset) * 0.25);
    return light.colour * fade + float4(light.angles, (float)(light.kind & 3), 1.0) * 0.125;
}
