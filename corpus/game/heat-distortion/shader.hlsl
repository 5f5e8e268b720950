// Heat haze: two scrolling normal maps bend a copy of the scene. The offset is
// in pixels; a stencil-like mask keeps nearer pixels from bleeding in.
#include "mesh.hlsli"

cbuffer Heat : register(b2)
{
    float2 scrollA;
    float2 scrollB;
    float distortPixels;
    float softEdge;
};

Texture2D sceneColor : register(t0);
Texture2D distortNormal : register(t1);
Texture2D<float> sceneDepthLinear : register(t2);
SamplerState wrapSampler : register(s0);
SamplerState clampSampler : register(s1);

struct HeatVaryings
{
    float4 clipPos : SV_Position;
    float2 uv : TEXCOORD0;
    noperspective float2 screenUv : TEXCOORD1;
    float depth : TEXCOORD2;
    float4 color : COLOR;
};

HeatVaryings vs_main(float3 position : POSITION, float2 uv : TEXCOORD0, float4 color : COLOR)
{
    HeatVaryings o;
    o.clipPos = mul(viewProj, mul(world, float4(position, 1)));
    o.uv = uv;
    o.screenUv = o.clipPos.xy / max(o.clipPos.w, 1e-4) * float2(0.5, -0.5) + 0.5;
    o.depth = o.clipPos.w;
    o.color = color;
    return o;
}

float4 ps_main(HeatVaryings i) : SV_Target
{
    float2 a = distortNormal.Sample(wrapSampler, i.uv + scrollA * time).xy * 2 - 1;
    float2 b = distortNormal.Sample(wrapSampler, i.uv * 1.7 - scrollB * time).xy * 2 - 1;
    float2 edge = saturate(min(i.uv, 1 - i.uv) / max(softEdge, 0.01));
    float2 offset = (a + b) * (distortPixels * 8) * viewport.zw * (edge.x * edge.y * i.color.a);
    float2 uv = saturate(i.screenUv + offset);
    float there = sceneDepthLinear.SampleLevel(clampSampler, uv, 0) * (1 + farPlane);
    uv = there < i.depth ? i.screenUv : uv;
    return float4(sceneColor.SampleLevel(clampSampler, uv, 0).rgb, 1);
}
