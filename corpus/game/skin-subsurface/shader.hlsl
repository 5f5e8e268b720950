// Skin: pre-integrated scattering table indexed by n.l and curvature (from
// screen derivatives), normals blurred per channel, two specular lobes, and
// transmission through thin parts such as ears.
#include "mesh.hlsli"
#include "brdf.hlsli"

cbuffer SkinMaterial : register(b2)
{
    float3 skinTint;
    float curvatureScale;
    float3 transmissionColor;
    float transmissionPower;
    float2 lobeRoughness;
    float lobeMix;
    float transmissionDistortion;
};

Texture2D albedoMap : register(t0);
Texture2D normalMap : register(t1);
Texture2D thicknessMap : register(t2);
Texture2D scatterLut : register(t3);
SamplerState wrapSampler : register(s0);
SamplerState clampSampler : register(s1);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 geoN = safeNormalize(i.normal);
    float3 albedo = albedoMap.Sample(wrapSampler, i.uv).rgb * skinTint;
    float3 sharp = tangentToWorld(unpackNormalXY(normalMap.Sample(wrapSampler, i.uv).xy, 1.0), i.normal, i.tangent);
    float3 soft = tangentToWorld(unpackNormalXY(normalMap.SampleBias(wrapSampler, i.uv, 3.0).xy, 1.0), i.normal, i.tangent);

    float3 l = safeNormalize(sunDir);
    float3 v = safeNormalize(cameraPos - i.worldPos);

    // How fast the normal turns per world unit: the radius of the skin.
    float curvature = length(fwidth(geoN)) / max(length(fwidth(i.worldPos)), 1e-4);
    curvature = saturate(curvature * 0.05 * curvatureScale);

    float3 perChannel = float3(dot(lerp(sharp, geoN, 0.8), l), dot(lerp(sharp, soft, 0.6), l), dot(sharp, l));
    float3 uvw = perChannel * 0.5 + 0.5;
    float3 scatter;
    scatter.r = scatterLut.SampleLevel(clampSampler, float2(uvw.r, curvature), 0).r;
    scatter.g = scatterLut.SampleLevel(clampSampler, float2(uvw.g, curvature), 0).g;
    scatter.b = scatterLut.SampleLevel(clampSampler, float2(uvw.b, curvature), 0).b;
    float3 color = albedo * scatter * sunColor * sunIntensity;

    float3 h = safeNormalize(v + l);
    float nDotH = saturate(dot(sharp, h));
    float nDotL = saturate(dot(sharp, l));
    float nDotV = saturate(dot(sharp, v)) + 1e-3;
    float2 alpha = max(lobeRoughness * lobeRoughness, 0.02);
    float d = lerp(distributionGGX(nDotH, alpha.x), distributionGGX(nDotH, alpha.y), saturate(lobeMix));
    color += d * visibilitySmith(nDotV, nDotL, alpha.x) * fresnelSchlick(0.028, dot(v, h)) * nDotL * sunColor;

    float thickness = thicknessMap.Sample(wrapSampler, i.uv).r;
    float3 lt = l + geoN * transmissionDistortion;
    float through = pow(saturate(dot(v, -lt)), 1.0 + 7.0 * transmissionPower) * (1.0 - thickness);
    color += transmissionColor * albedo * through * exp(-thickness * 4.0);
    return float4(color, 1.0);
}
