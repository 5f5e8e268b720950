// Specular/gloss workflow as older physically based engines used it: no metal
// mask, gloss drives a normalised Blinn-Phong lobe, hemisphere ambient.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer MaterialConstants : register(b2)
{
    float4 diffuseTint;
    float4 specularTint;    // rgb tint, a = gloss scale
    float2 uvScale;
    float2 uvOffset;
    float cavityAmount;
    float fresnelPower;
};

Texture2D diffuseMap : register(t0);
Texture2D specGlossMap : register(t1);
Texture2D normalMap : register(t2);
Texture2D cavityMap : register(t3);
SamplerState anisoWrap : register(s0);

struct SurfaceData
{
    float3 albedo;
    float3 specular;
    float gloss;
    float cavity;
    float3 normal;
};

MeshVaryings vs_main(MeshVertex v)
{
    MeshVaryings o = mesh_vs(v);
    o.uv = v.uv * uvScale + uvOffset;
    return o;
}

SurfaceData gatherSurface(MeshVaryings i)
{
    SurfaceData s;
    s.albedo = diffuseMap.Sample(anisoWrap, i.uv).rgb * diffuseTint.rgb;
    float4 sg = specGlossMap.Sample(anisoWrap, i.uv) * specularTint;
    s.specular = sg.rgb;
    s.gloss = saturate(sg.a);
    s.cavity = lerp(1.0, cavityMap.SampleBias(anisoWrap, i.uv, 0.5).r, saturate(cavityAmount));
    float3 nt = unpackNormalXY(normalMap.Sample(anisoWrap, i.uv).ag, 1.0);
    s.normal = tangentToWorld(nt, i.normal, i.tangent);
    return s;
}

float4 ps_main(MeshVaryings i) : SV_Target
{
    SurfaceData s = gatherSurface(i);
    // Energy conservation: what is reflected is not diffused.
    s.albedo *= 1.0 - maxComponent(saturate(s.specular));

    float3 v = normalize(cameraPos - i.worldPos);
    float3 l = normalize(sunDir);
    float3 h = safeNormalize(v + l);
    float nDotL = saturate(dot(s.normal, l));
    float nDotH = saturate(dot(s.normal, h));
    float lDotH = saturate(dot(l, h));

    float specPower = exp2(10.0 * s.gloss + 1.0);
    float normalisation = (specPower + 2.0) * 0.125;
    float3 fresnel = s.specular + (1.0 - s.specular) * exp2((-5.55473 * lDotH - 6.98316) * lDotH);
    float3 direct = s.albedo + fresnel * (normalisation * pow(nDotH, specPower));

    float hemi = s.normal.y * 0.5 + 0.5;
    float3 ambient = lerp(groundColor, skyColor, hemi) * s.albedo;
    float rim = pow(1.0 - saturate(dot(s.normal, v)), 1.0 + abs(fresnelPower) * 4.0);
    ambient += skyColor * s.specular * rim * s.gloss;

    float3 color = direct * sunColor * (sunIntensity * nDotL) + ambient;
    return float4(color * s.cavity * exposure, diffuseTint.a);
}
