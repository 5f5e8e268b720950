// Velvet and satin: Charlie sheen over a Burley diffuse base, with the base
// scaled down by the directional albedo of the sheen, read from a table.
#include "mesh.hlsli"
#include "brdf.hlsli"

cbuffer Fabric : register(b2)
{
    float3 fabricColor;
    float fabricRoughness;
    float3 sheenColor;
    float sheenRoughness;
    float2 weaveTiling;
    float weaveStrength;
};

Texture2D fabricMap : register(t0);
Texture2D weaveNormal : register(t1);
Texture2D<float> sheenAlbedoLut : register(t2);
SamplerState wrapSampler : register(s0);
SamplerState lutSampler : register(s1);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 albedo = fabricMap.Sample(wrapSampler, i.uv).rgb * fabricColor;
    float2 weaveUv = i.uv * (1.0 + 15.0 * weaveTiling);
    float3 n = tangentToWorld(unpackNormalXY(weaveNormal.Sample(wrapSampler, weaveUv).xy, weaveStrength), i.normal, i.tangent);
    float3 v = safeNormalize(cameraPos - i.worldPos);
    float3 l = safeNormalize(sunDir);
    float3 h = safeNormalize(v + l);
    float nDotL = saturate(dot(n, l));
    float nDotV = saturate(abs(dot(n, v)) + 1e-4);
    float lDotH = saturate(dot(l, h));

    float rough = clamp(sheenRoughness, 0.07, 1.0);
    float3 sheen = sheenColor * (distributionCharlie(saturate(dot(n, h)), rough) * visibilityNeubelt(nDotV, nDotL));
    float sheenAlbedo = sheenAlbedoLut.SampleLevel(lutSampler, float2(nDotV, rough), 0);
    float baseScale = 1.0 - maxComponent(saturate(sheenColor)) * sheenAlbedo;

    float3 diffuse = albedo * (INV_PI * diffuseBurley(nDotV, nDotL, lDotH, fabricRoughness));
    float3 color = (diffuse * baseScale + sheen) * (sunColor * sunIntensity * nDotL);
    float3 ambient = lerp(groundColor, skyColor, n.y * 0.5 + 0.5);
    color += ambient * (albedo * baseScale + sheenColor * sheenAlbedo);
    return float4(color, 1.0);
}
