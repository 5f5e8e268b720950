// Two-lobe clear coat: a smooth dielectric layer with its own normal over a
// metallic flake base. The coat attenuates what lies below it.
#include "mesh.hlsli"
#include "brdf.hlsli"

cbuffer CarPaint : register(b2)
{
    float3 paintColor;
    float coatStrength;
    float3 flakeColor;
    float coatRoughness;
    float2 flakeTiling;
    float baseRoughness;
    float flakeDensity;
};

Texture2D<float4> flakeNormal : register(t0);
Texture2D<float4> orangePeelNormal : register(t1);
TextureCube<float4> reflectionCube : register(t2);
SamplerState wrapSampler : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float3 lobe(float3 n, float3 v, float3 l, float3 f0, float roughness, out float3 fresnel)
{
    float alpha = max(roughness * roughness, 0.002);
    float3 h = safeNormalize(v + l);
    fresnel = fresnelSchlick(f0, dot(v, h));
    float nDotL = saturate(dot(n, l));
    return distributionGGX(saturate(dot(n, h)), alpha)
         * visibilitySmith(abs(dot(n, v)) + 1e-4, nDotL, alpha) * nDotL * fresnel;
}

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 v = safeNormalize(cameraPos - i.worldPos);
    float3 l = safeNormalize(sunDir);
    float3 peel = orangePeelNormal.Sample(wrapSampler, i.uv).xyz * 2.0 - 1.0;
    float3 flake = flakeNormal.Sample(wrapSampler, i.uv * (1.0 + flakeTiling * 8.0)).xyz * 2.0 - 1.0;
    float3 coatN = tangentToWorld(float3(peel.xy * 0.05, 1.0), i.normal, i.tangent);
    float3 baseN = tangentToWorld(float3(flake.xy * saturate(flakeDensity), 1.0), i.normal, i.tangent);

    float3 coatF, baseF;
    float3 coatSpec = lobe(coatN, v, l, 0.04, coatRoughness, coatF);
    float sparkle = step(0.75, flake.x * 0.5 + 0.5) * flakeDensity;
    float3 f0 = lerp(paintColor, flakeColor, saturate(sparkle));
    float3 baseSpec = lobe(baseN, v, l, f0, baseRoughness, baseF);
    float3 baseDiffuse = paintColor * INV_PI * saturate(dot(baseN, l)) * (1.0 - baseF);

    float coat = saturate(coatStrength);
    float3 attenuation = sq(1.0 - coat * coatF.x);
    float3 color = (baseDiffuse + baseSpec) * attenuation + coatSpec * coat;
    color *= sunColor * sunIntensity;

    float coatEnv = 0.04 + 0.96 * pow5(1.0 - saturate(dot(coatN, v)));
    color += reflectionCube.SampleLevel(wrapSampler, reflect(-v, coatN), coatRoughness * 6.0).rgb * coatEnv * coat;
    color += reflectionCube.SampleLevel(wrapSampler, reflect(-v, baseN), baseRoughness * 6.0).rgb
           * environmentBrdfApprox(f0, baseRoughness, saturate(dot(baseN, v))) * (1.0 - coat * coatEnv);
    return float4(color, 1.0);
}
