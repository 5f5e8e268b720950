// Ambient from third-order spherical harmonics: seven packed vectors, as
// engines upload them, plus a geometric occlusion term.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer SphericalHarmonics : register(b3)
{
    float4 shLinearR, shLinearG, shLinearB;
    float4 shQuadR, shQuadG, shQuadB;
    float4 shLast;
};

Texture2D albedoMap : register(t0);
Texture2D<float> occlusionMap : register(t1);
SamplerState wrapSampler : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float3 evaluateSH(float3 n)
{
    float4 n4 = float4(n, 1);
    float3 linearPart = float3(dot(shLinearR, n4), dot(shLinearG, n4), dot(shLinearB, n4));
    float4 q = n.xyzz * n.yzzx;
    float3 quadratic = float3(dot(shQuadR, q), dot(shQuadG, q), dot(shQuadB, q));
    return max(linearPart + quadratic + shLast.rgb * (n.x * n.x - n.y * n.y), 0);
}

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 n = safeNormalize(i.normal);
    float ao = occlusionMap.Sample(wrapSampler, i.uv);
    float3 bent = safeNormalize(n + float3(0, 1 - ao, 0));
    float3 albedo = albedoMap.Sample(wrapSampler, i.uv).rgb;
    float3 indirect = evaluateSH(bent) * (ao * (1 + albedo * (1 - ao)));
    float3 direct = sunColor * saturate(dot(n, safeNormalize(sunDir)));
    return float4(albedo * (indirect + direct), 1);
}
