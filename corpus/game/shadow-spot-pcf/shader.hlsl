// Spot light: projected coordinates, cookie texture, and a 3x3 PCF kernel
// written with immediate texel offsets.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer SpotLight : register(b2)
{
    float4x4 spotViewProj;
    float3 spotPosition;
    float spotRange;
    float3 spotDirection;
    float spotCosOuter;
    float3 spotColor;
    float spotCosInner;
};

Texture2D<float> spotShadow : register(t0);
Texture2D spotCookie : register(t1);
Texture2D albedoMap : register(t2);
SamplerComparisonState shadowSampler : register(s0);
SamplerState linearClamp : register(s1);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

#define TAP(x, y) spotShadow.SampleCmpLevelZero(shadowSampler, uv, depth, int2(x, y))

float4 ps_main(MeshVaryings i) : SV_Target
{
    float4 proj = mul(spotViewProj, float4(i.worldPos, 1));
    float invW = 1.0 / max(proj.w, 1e-3);
    float2 uv = proj.xy * invW * float2(0.5, -0.5) + 0.5;
    float depth = saturate(proj.z * invW) - 0.001;

    float kernel = TAP(0, 0) * 4.0;
    kernel += (TAP(-1, 0) + TAP(1, 0) + TAP(0, -1) + TAP(0, 1)) * 2.0;
    kernel += TAP(-1, -1) + TAP(1, -1) + TAP(-1, 1) + TAP(1, 1);
    kernel *= 1.0 / 16.0;

    float3 d = spotPosition * 4.0 - i.worldPos;
    float dist = length(d);
    float3 l = d / max(dist, 1e-3);
    float cone = smoothstep(spotCosOuter * 0.5, spotCosOuter * 0.5 + max(spotCosInner * 0.5, 0.05), dot(-l, safeNormalize(spotDirection)));
    float atten = saturate(1.0 - dist / (2.0 + spotRange * 20.0));
    float3 cookie = spotCookie.SampleLevel(linearClamp, uv, 0).rgb;
    float nDotL = saturate(dot(safeNormalize(i.normal), l));
    float3 albedo = albedoMap.Sample(linearClamp, i.uv).rgb;
    return float4(albedo * (spotColor * cookie * (cone * atten * nDotL * kernel) + 0.15), 1);
}
