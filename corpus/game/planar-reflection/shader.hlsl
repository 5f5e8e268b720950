// Mirror floor, both passes in one file. MIRROR_PASS draws the scene into the
// reflection target and discards what lies behind the plane (a per-pixel test,
// for hardware clip planes are taken); the other pass looks the target up.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer Mirror : register(b2)
{
    float4 mirrorPlane;
    float4x4 mirrorViewProj;
    float rippleAmount;
    float reflectivity;
};

Texture2D albedoMap : register(t0);
Texture2D reflectionTarget : register(t1);
Texture2D rippleMap : register(t2);
SamplerState wrapSampler : register(s0);
SamplerState clampSampler : register(s1);

struct MirrorVaryings
{
    float4 clipPos : SV_Position;
    float2 uv : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float planeSide : TEXCOORD2;
    float3 projected : TEXCOORD3;
};

MirrorVaryings vs_main(MeshVertex v)
{
    MirrorVaryings o;
    float4 p = mul(world, float4(v.position, 1));
#ifdef MIRROR_PASS
    o.clipPos = mul(mirrorViewProj, p);
#else
    o.clipPos = mul(viewProj, p);
#endif
    o.projected = mul(mirrorViewProj, p).xyw;
    o.planeSide = dot(mirrorPlane, p);
    o.normal = mul((float3x3)normalMatrix, v.normal);
    o.uv = v.uv;
    return o;
}

float4 ps_main(MirrorVaryings i) : SV_Target
{
#ifdef MIRROR_PASS
    clip(i.planeSide);
    float3 light = sunColor * saturate(dot(safeNormalize(i.normal), safeNormalize(sunDir))) + skyColor * 0.3;
    return float4(albedoMap.Sample(wrapSampler, i.uv).rgb * light, 1);
#else
    float2 uv = i.projected.xy / max(i.projected.z, 1e-3) * float2(0.5, -0.5) + 0.5;
    uv += (rippleMap.Sample(wrapSampler, i.uv + time * 0.02).rg - 0.5) * rippleAmount * 0.1;
    float3 mirrored = reflectionTarget.Sample(clampSampler, uv).rgb;
    float3 albedo = albedoMap.Sample(wrapSampler, i.uv).rgb;
    return float4(lerp(albedo, mirrored, saturate(reflectivity)), 1);
#endif
}
