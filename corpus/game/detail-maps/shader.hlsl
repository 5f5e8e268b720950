// Base material with tiled detail albedo and detail normal, blended by
// reoriented normal mapping and faded out with distance.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer DetailMaterial : register(b2)
{
    float4 baseTint;
    float2 detailTiling;
    float detailAlbedoStrength;
    float detailNormalStrength;
    float detailFadeStart;
    float detailFadeEnd;
};

Texture2D baseMap : register(t0);
Texture2D baseNormalMap : register(t1);
Texture2D detailAlbedoMap : register(t2);
Texture2D detailNormalMap : register(t3);
Texture2D detailMask : register(t4);
SamplerState baseSampler : register(s0);
SamplerState detailSampler : register(s1);

struct Varyings
{
    float4 clipPos  : SV_Position;
    float4 uvs      : TEXCOORD0;    // xy base, zw detail
    float4 worldPosFade : TEXCOORD1;
    float3 normal   : TEXCOORD2;
    float4 tangent  : TEXCOORD3;
};

Varyings vs_main(MeshVertex v)
{
    MeshVaryings m = mesh_vs(v);
    Varyings o;
    o.clipPos = m.clipPos;
    o.uvs = float4(v.uv, v.uv * (2.0 + 14.0 * detailTiling));
    float dist = distance(m.worldPos, cameraPos);
    o.worldPosFade = float4(m.worldPos, 1.0 - remap(dist, detailFadeStart, detailFadeEnd + 10.0));
    o.normal = m.normal;
    o.tangent = m.tangent;
    return o;
}

float3 blendReoriented(float3 base, float3 detail)
{
    float3 t = base + float3(0, 0, 1);
    float3 u = detail * float3(-1, -1, 1);
    return t * dot(t, u) / max(t.z, EPSILON) - u;
}

float4 ps_main(Varyings i) : SV_Target
{
    float fade = i.worldPosFade.w * detailMask.Sample(baseSampler, i.uvs.xy).a;
    float3 albedo = baseMap.Sample(baseSampler, i.uvs.xy).rgb * baseTint.rgb;
    float3 detail = detailAlbedoMap.Sample(detailSampler, i.uvs.zw).rgb;
    // Overlay: darken below mid grey, lighten above it.
    float3 overlay = albedo < 0.5 ? 2.0 * albedo * detail : 1.0 - 2.0 * (1.0 - albedo) * (1.0 - detail);
    albedo = lerp(albedo, overlay, saturate(fade * detailAlbedoStrength));

    float3 nb = unpackNormalXY(baseNormalMap.Sample(baseSampler, i.uvs.xy).xy, 1.0);
    float3 nd = unpackNormalXY(detailNormalMap.Sample(detailSampler, i.uvs.zw).xy, fade * detailNormalStrength);
    float3 n = tangentToWorld(blendReoriented(nb, nd), i.normal, i.tangent);

    float3 light = lerp(groundColor, skyColor, n.y * 0.5 + 0.5) + sunColor * saturate(dot(n, safeNormalize(sunDir)));
    return float4(albedo * light, baseTint.a);
}
