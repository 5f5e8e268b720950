// Sampling with derivatives behind a discard: the neighbours of a dropped pixel still need it.

#include "attribute_pass.hlsli"

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    uint2 pixel = (uint2)input.position.xy;
    if ((pixel.x + pixel.y) & 1u)
        discard;
    float2 coordinate = input.value.xy * input.value.xy;
    float4 colour = g_texture.Sample(g_sampler, coordinate);
    return colour + float4(abs(ddx(coordinate)), abs(ddy(coordinate)));
}
