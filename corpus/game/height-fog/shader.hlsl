// Exponential height fog as a screen pass: closed-form integral along the ray,
// inscattering lobe around the sun, start distance, max opacity.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer HeightFog : register(b1)
{
    float fogDensity;
    float fogFalloff;
    float fogHeight;
    float fogStart;
    float3 fogColor;
    float fogMax;
    float3 fogSunColor;
    float fogSunPower;
    float3 fogSunDir;
};

Texture2D sceneTexture : register(t0);
Texture2D<float> depthTexture : register(t1);
SamplerState pointClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float4 scene = sceneTexture.Sample(pointClamp, i.uv);
    float depth = depthTexture.Sample(pointClamp, i.uv);
    float3 p = clamp(worldFromDepth(i.uv, depth), -100, 100);
    float3 ray = p - eyePosition;
    float len = max(length(ray), 1e-3);
    float3 dir = ray / len;
    float falloff = 0.05 + fogFalloff;
    float t = clamp(falloff * ray.y, -16, 16);
    float lineIntegral = abs(t) > 0.01 ? (1 - exp2(-t)) / t : 0.69314718 - 0.24022651 * t;
    float amount = fogDensity * exp2(-clamp(falloff * (eyePosition.y - fogHeight), -16, 16)) * lineIntegral * max(len - fogStart, 0);
    float fog = min(1 - saturate(exp2(-amount)), saturate(0.2 + fogMax));
    float3 inscatter = fogSunColor * pow(saturate(dot(dir, safeNormalize(fogSunDir))), 1 + fogSunPower * 15);
    return float4(lerp(scene.rgb, fogColor + inscatter, fog), scene.a);
}
