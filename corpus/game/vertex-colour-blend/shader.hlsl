// Environment art staple: four texture layers painted by vertex colour, with
// the height channel sharpening the transition. Vertex colours are UNORM.
#include "frame.hlsli"

cbuffer LayerBlend : register(b2)
{
    float4 layerTiling;     // one factor a layer
    float4 layerSharpness;
    float4 layerTint[4];
};

Texture2D layer0 : register(t0);
Texture2D layer1 : register(t1);
Texture2D layer2 : register(t2);
Texture2D layer3 : register(t3);
SamplerState layerSampler : register(s0);

struct VSInput
{
    float3 position : POSITION;
    float3 normal   : NORMAL;
    float4 paint    : COLOR0;
    float2 uv       : TEXCOORD0;
};

struct VSOutput
{
    float4 position : SV_Position;
    float4 paint    : COLOR0;
    float3 light    : COLOR1;
    float2 uv       : TEXCOORD0;
};

VSOutput vs_main(VSInput input)
{
    VSOutput output;
    float4 worldPosition = mul(world, float4(input.position, 1));
    output.position = mul(viewProj, worldPosition);
    float3 n = normalize(mul((float3x3)world, input.normal));
    output.light = sunColor * saturate(dot(n, sunDir)) + lerp(groundColor, skyColor, n.y * 0.5 + 0.5);
    output.paint = input.paint;
    output.uv = input.uv;
    return output;
}

float4 ps_main(VSOutput input) : SV_Target
{
    float4 l0 = layer0.Sample(layerSampler, input.uv * (1 + layerTiling.x * 4)) * layerTint[0];
    float4 l1 = layer1.Sample(layerSampler, input.uv * (1 + layerTiling.y * 4)) * layerTint[1];
    float4 l2 = layer2.Sample(layerSampler, input.uv * (1 + layerTiling.z * 4)) * layerTint[2];
    float4 l3 = layer3.Sample(layerSampler, input.uv * (1 + layerTiling.w * 4)) * layerTint[3];

    float4 weights = input.paint * (1 + float4(l0.a, l1.a, l2.a, l3.a) * layerSharpness);
    float top = max(max(weights.x, weights.y), max(weights.z, weights.w));
    weights = max(weights - top + 0.2, 0);
    weights /= max(dot(weights, 1), 1e-4);

    float3 albedo = l0.rgb * weights.x + l1.rgb * weights.y + l2.rgb * weights.z + l3.rgb * weights.w;
    return float4(albedo * input.light, 1);
}
