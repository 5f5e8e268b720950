// Baked lighting: HDR lightmap stored as RGBM, a dominant direction map, and a
// second UV set with centroid interpolation, so that charts do not bleed.
#include "frame.hlsli"
#include "mathlib.hlsli"

cbuffer LightmapParams : register(b2)
{
    float4 lightmapScaleOffset;
    float rgbmRange;
    float directionality;
};

Texture2D albedoMap : register(t0);
Texture2D bumpMap : register(t1);
Texture2D lightmapColor : register(t2);
Texture2D lightmapDirection : register(t3);
SamplerState albedoSampler : register(s0);
SamplerState lightmapSampler : register(s1);

struct V
{
    float4 pos : SV_Position;
    float2 uv0 : TEXCOORD0;
    centroid float2 uv1 : TEXCOORD1;
    float3 n : TEXCOORD2;
    float3 t : TEXCOORD3;
    float3 b : TEXCOORD4;
};

V vs_main(float3 pos : POSITION, float3 n : NORMAL, float4 t : TANGENT, float2 uv0 : TEXCOORD0, float2 uv1 : TEXCOORD1)
{
    V o;
    o.pos = mul(viewProj, mul(world, float4(pos, 1)));
    o.uv0 = uv0;
    o.uv1 = uv1 * (0.25 + 0.75 * lightmapScaleOffset.xy) + lightmapScaleOffset.zw;
    o.n = mul((float3x3)world, n);
    o.t = mul((float3x3)world, t.xyz);
    o.b = cross(o.n, o.t) * t.w;
    return o;
}

float4 ps_main(V i) : SV_Target
{
    float3 nt = bumpMap.Sample(albedoSampler, i.uv0).xyz * 2 - 1;
    float3 n = safeNormalize(mul(nt, float3x3(i.t, i.b, i.n)));
    float4 rgbm = lightmapColor.Sample(lightmapSampler, i.uv1);
    float3 baked = rgbm.rgb * (rgbm.a * (1 + rgbmRange * 7));
    float4 dir = lightmapDirection.Sample(lightmapSampler, i.uv1);
    float3 dominant = dir.xyz * 2 - 1;
    float halfLambert = dot(n, dominant) * 0.5 + 0.5;
    baked *= lerp(1, halfLambert / max(dir.w, 1e-2), saturate(directionality));
    return float4(albedoMap.Sample(albedoSampler, i.uv0).rgb * baked, 1);
}
