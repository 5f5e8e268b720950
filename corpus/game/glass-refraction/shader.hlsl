// Glass: per-channel refraction of a scene copy (dispersion), Beer-Lambert
// absorption, a roughness-selected mip, fresnel-weighted reflection.
#include "mesh.hlsli"
#include "brdf.hlsli"

cbuffer Glass : register(b2)
{
    float3 absorption;
    float thickness;
    float ior;
    float dispersion;
    float glassRoughness;
    float normalAmount;
};

Texture2D sceneColor : register(t0);
Texture2D bumpMap : register(t1);
TextureCube reflectionMap : register(t2);
SamplerState clampSampler : register(s0);
SamplerState wrapSampler : register(s1);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float2 exitUv(float3 v, float3 n, float3 worldPos, float eta, float2 fallback)
{
    float3 r = refract(-v, n, eta);
    float4 clip = mul(viewProj, float4(worldPos + r * thickness, 1));
    float2 uv = clip.xy / max(abs(clip.w), 0.01) * float2(0.5, -0.5) + 0.5;
    return clip.w > 0.01 ? saturate(uv) : fallback;
}

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 n = tangentToWorld(unpackNormalXY(bumpMap.Sample(wrapSampler, i.uv).xy, normalAmount), i.normal, i.tangent);
    float3 v = safeNormalize(cameraPos - i.worldPos);
    float2 self = i.clipPos.xy * viewport.zw;
    float base = 1.0 + 0.5 * saturate(ior);
    float3 etas = 1.0 / (base + float3(-0.02, 0.0, 0.02) * dispersion);
    float lod = saturate(glassRoughness) * 5.0;
    float3 through;
    [unroll]
    for (int c = 0; c < 3; ++c)
        through[c] = sceneColor.SampleLevel(clampSampler, exitUv(v, n, i.worldPos, etas[c], self), lod)[c];
    float path = thickness / max(saturate(dot(n, v)), 0.2);
    through *= exp(-absorption * path);
    float f = 0.04 + 0.96 * pow5(1.0 - saturate(dot(n, v)));
    float3 reflected = reflectionMap.SampleLevel(clampSampler, reflect(-v, n), lod).rgb;
    return float4(lerp(through, reflected, f), 1.0);
}
