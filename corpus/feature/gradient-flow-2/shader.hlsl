// Sums the layers of an array in a loop whose count is a constant.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    uint g_layers;
};

Texture2DArray g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    float4 sum = float4(0.0, 0.0, 0.0, 0.0);
    uint layers = min(g_layers, 3u) + 1u;
    [loop]
    for (uint i = 0; i < layers; ++i)
        sum += g_texture.Sample(g_sampler, float3(input.value.xy, (float)i));
    return sum / (float)layers;
}
