// Fur by shells: SV_InstanceID is the layer; the vertex shader extrudes and
// bends with gravity, the pixel shader keeps strands by a noise threshold.
#include "frame.hlsli"

cbuffer Fur : register(b2)
{
    float furLength;
    float furDensity;
    uint shellCount;
    float strandThickness;
    float3 gravity;
    float occlusion;
    float4 furRoot;
    float4 furTip;
};

Texture2D strandMap : register(t0);
Texture2D furColorMap : register(t1);
SamplerState wrapSampler : register(s0);

struct FurVaryings
{
    float4 clipPos : SV_Position;
    float2 uv : TEXCOORD0;
    float3 normal : TEXCOORD1;
    nointerpolation float layer : TEXCOORD2;
};

FurVaryings vs_main(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD0, uint shell : SV_InstanceID)
{
    FurVaryings o;
    float layer = (shell + 1) / (float)clamp(shellCount, 1u, 32u);
    float3 dir = normal + gravity * (layer * layer);
    float3 p = position + dir * (furLength * 0.2 * layer);
    o.clipPos = mul(viewProj, mul(world, float4(p, 1)));
    o.uv = uv;
    o.normal = mul((float3x3)normalMatrix, normal);
    o.layer = saturate(layer);
    return o;
}

float4 ps_main(FurVaryings i) : SV_Target
{
    float strand = strandMap.Sample(wrapSampler, i.uv * (1 + furDensity * 7)).r;
    float keep = strand - i.layer * (1 - strandThickness * 0.5);
    if (i.layer > 0.1 && keep < 0)
        discard;
    float4 albedo = furColorMap.Sample(wrapSampler, i.uv) * lerp(furRoot, furTip, i.layer);
    float n = saturate(dot(normalize(i.normal), normalize(sunDir)));
    float shade = lerp(1 - occlusion * 0.8, 1, i.layer);
    return float4(albedo.rgb * shade * (n * sunColor + 0.25), saturate(1 - i.layer * i.layer));
}
