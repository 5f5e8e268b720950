// Physically based metallic/roughness material: Cook-Torrance sun light, a
// prefiltered specular cube, a low mip of the same cube as irradiance, and a
// split-sum lookup table. Exercises cube sampling at an explicit level.
#include "mesh.hlsli"
#include "brdf.hlsli"

cbuffer Material : register(b2)
{
    float4 baseColorFactor;
    float metallicFactor;
    float roughnessFactor;
    float normalStrength;
    float occlusionStrength;
    float3 emissiveFactor;
    float environmentMips;
};

Texture2D baseColorMap : register(t0);
Texture2D normalMap : register(t1);
Texture2D ormMap : register(t2);
Texture2D emissiveMap : register(t3);
TextureCube environmentMap : register(t4);
Texture2D brdfLut : register(t5);
SamplerState surfaceSampler : register(s0);
SamplerState clampSampler : register(s1);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i) : SV_Target
{
    float4 base = baseColorMap.Sample(surfaceSampler, i.uv) * baseColorFactor;
    float3 orm = ormMap.Sample(surfaceSampler, i.uv).rgb;
    float occlusion = lerp(1.0, orm.r, occlusionStrength);
    float roughness = clamp(orm.g * roughnessFactor, 0.045, 1.0);
    float metallic = saturate(orm.b * metallicFactor);
    float alpha = roughness * roughness;

    float3 nt = unpackNormalXY(normalMap.Sample(surfaceSampler, i.uv).xy, normalStrength);
    float3 n = tangentToWorld(nt, i.normal, i.tangent);
    float3 v = safeNormalize(cameraPos - i.worldPos);
    float3 l = safeNormalize(sunDir);
    float3 h = safeNormalize(v + l);
    float nDotV = max(abs(dot(n, v)), 1e-3);
    float nDotL = saturate(dot(n, l));
    float nDotH = saturate(dot(n, h));
    float vDotH = saturate(dot(v, h));

    float3 f0 = lerp(0.04, base.rgb, metallic);
    float3 diffuseColor = base.rgb * (1.0 - metallic);

    float3 f = fresnelSchlick(f0, vDotH);
    float3 specular = distributionGGX(nDotH, alpha) * visibilitySmith(nDotV, nDotL, alpha) * f;
    float3 diffuse = diffuseColor * INV_PI * (1.0 - f);
    float3 color = (diffuse + specular) * sunColor * (sunIntensity * nDotL);

    float mips = clamp(environmentMips, 0.0, 8.0);
    float3 r = reflect(-v, n);
    float3 prefiltered = environmentMap.SampleLevel(clampSampler, r, roughness * mips).rgb;
    float3 irradiance = environmentMap.SampleLevel(clampSampler, n, mips).rgb;
    float2 lut = brdfLut.SampleLevel(clampSampler, float2(nDotV, roughness), 0.0).rg;
    color += (irradiance * diffuseColor + prefiltered * (f0 * lut.x + lut.y)) * occlusion;

    color += emissiveMap.Sample(surfaceSampler, i.uv).rgb * emissiveFactor;
    return float4(color * exposure, base.a);
}
