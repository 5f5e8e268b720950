// Level-of-detail cross-fade: the incoming and the outgoing mesh draw with
// complementary dither masks; the fade is a signed constant, the mask a 4x4
// table indexed by pixel.
#include "frame.hlsli"

cbuffer LodFade : register(b2)
{
    float lodFade;              // 0..1 fading in, -1..0 fading out
    float lodBias;
    float2 ditherOffset;
};

static const float threshold[4][4] =
{
    { 0.03125, 0.53125, 0.15625, 0.65625 },
    { 0.78125, 0.28125, 0.90625, 0.40625 },
    { 0.21875, 0.71875, 0.09375, 0.59375 },
    { 0.96875, 0.46875, 0.84375, 0.34375 }
};

Texture2D albedoMap : register(t0);
SamplerState wrapSampler : register(s0);

void vs_main(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD0,
             out float4 pos : SV_Position, out float2 outUv : TEXCOORD0, out float3 outNormal : NORMAL)
{
    pos = mul(viewProj, mul(world, float4(position, 1)));
    outUv = uv;
    outNormal = mul((float3x3)normalMatrix, normal);
}

float4 ps_main(float4 pos : SV_Position, float2 uv : TEXCOORD0, float3 normal : NORMAL) : SV_Target
{
    uint2 p = (uint2)(pos.xy + ditherOffset * 4) & 3u;
    float t = threshold[p.y][p.x];
    float keep = lodFade >= 0 ? lodFade + lodBias * 0.3 - t : t + lodFade;
    clip(keep);
    float3 n = normal * rsqrt(max(dot(normal, normal), 1e-8));
    float light = saturate(dot(n, normalize(sunDir))) * 0.7 + 0.3;
    return albedoMap.Sample(wrapSampler, uv) * float4(light.xxx, 1);
}
