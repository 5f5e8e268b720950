// Eye: the view ray is refracted at the cornea and continued to the iris
// plane, limbus darkening, a caustic on the far side, sharp wet highlight.
#include "mesh.hlsli"
#include "brdf.hlsli"

cbuffer Eye : register(b2)
{
    float irisRadius;
    float irisDepth;
    float corneaIor;
    float pupilScale;
    float3 irisTint;
    float limbusWidth;
    float3 scleraTint;
    float wetness;
};

Texture2D irisMap : register(t0);
Texture2D scleraMap : register(t1);
TextureCube environment : register(t2);
SamplerState clampSampler : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 n = safeNormalize(i.normal);
    float3 t = safeNormalize(i.tangent.xyz - n * dot(n, i.tangent.xyz));
    float3 b = cross(n, t) * i.tangent.w;
    float3 v = safeNormalize(cameraPos - i.worldPos);
    float3 l = safeNormalize(sunDir);

    float2 centred = (i.uv - 0.5) * 2.0;
    float radius = clamp(irisRadius, 0.2, 0.8);
    float dist = length(centred) / radius;

    float eta = 1.0 / (1.0 + 0.376 * (0.5 + saturate(corneaIor)));
    float3 refracted = refract(-v, n, eta);
    float cosAngle = max(dot(-refracted, n), 0.2);
    float depth = irisDepth * 0.2 * saturate(1.0 - dist * dist);
    float2 shift = float2(dot(refracted, t), dot(refracted, b)) * (depth / cosAngle);

    float2 irisPos = centred / radius + shift;
    float irisDist = length(irisPos);
    float pupil = 0.2 + 0.4 * saturate(pupilScale);
    // Stretch the ring between pupil edge and limbus to the whole texture ring.
    float ring = irisDist < pupil ? irisDist / pupil * 0.3 : 0.3 + (irisDist - pupil) / (1.0 - pupil) * 0.7;
    float2 irisUv = irisPos * (ring / max(irisDist, 1e-3)) * 0.5 + 0.5;
    float3 iris = irisMap.Sample(clampSampler, irisUv).rgb * irisTint;
    float caustic = saturate(dot(safeNormalize(float3(irisPos, 0.5)), float3(-dot(l, t), -dot(l, b), dot(l, n))));
    iris *= 0.4 + caustic * caustic * 1.6;

    float3 sclera = scleraMap.Sample(clampSampler, i.uv).rgb * scleraTint;
    float limbus = smoothstep(1.0 - max(limbusWidth, 0.05), 1.0 + max(limbusWidth, 0.05), dist);
    float3 albedo = lerp(iris, sclera, limbus) * (1.0 - 0.5 * limbus * (1.0 - limbus) * 4.0);

    float3 color = albedo * (saturate(dot(n, l) * 0.8 + 0.2) * sunColor + 0.2 * skyColor);
    float nDotH = saturate(dot(n, safeNormalize(l + v)));
    color += distributionGGX(nDotH, 0.02 + 0.2 * (1.0 - saturate(wetness))) * 0.02 * sunColor;
    color += environment.SampleLevel(clampSampler, reflect(-v, n), 1.0).rgb * fresnelSchlick(0.025, dot(n, v));
    return float4(color, 1);
}
