// Directional light over the fat G-buffer: Load by pixel, world position from
// depth, screen-space shadow factor, skip of sky pixels.
#include "fullscreen.hlsli"
#include "brdf.hlsli"

cbuffer Sun : register(b1)
{
    float3 sunDirection;
    float sunPower;
    float3 sunTint;
    float skyLevel;
};

Texture2D gAlbedo : register(t0);
Texture2D gNormal : register(t1);
Texture2D gMaterial : register(t2);
Texture2D<float> gDepth : register(t3);
Texture2D<float> shadowMask : register(t4);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    int3 px = int3(i.position.xy, 0);
    float depth = gDepth.Load(px);
    [branch]
    if (depth >= 0.98)
        return float4(sunTint * skyLevel, 0);

    float4 albedo = gAlbedo.Load(px);
    float3 n = safeNormalize(gNormal.Load(px).xyz * 2 - 1);
    float4 m = gMaterial.Load(px);
    float3 p = worldFromDepth(i.uv, depth);
    float3 v = safeNormalize(eyePosition - p);
    float3 l = safeNormalize(sunDirection);
    float3 h = safeNormalize(v + l);
    float nDotL = saturate(dot(n, l));
    float nDotV = saturate(dot(n, v)) + 1e-3;
    float alpha = max(m.x * m.x, 0.01);
    float3 f0 = lerp(0.04, albedo.rgb, m.y);
    float3 spec = distributionGGX(saturate(dot(n, h)), alpha) * visibilitySmith(nDotV, nDotL, alpha) * fresnelSchlick(f0, dot(v, h));
    float3 diffuse = albedo.rgb * (1 - m.y) * INV_PI;
    float shadow = shadowMask.Load(px);
    float3 ambient = albedo.rgb * albedo.a * skyLevel * 0.3;
    return float4((diffuse + spec) * sunTint * (sunPower * nDotL * shadow) + ambient, 1);
}
