// Volumetric fog: ray march with 3D noise density, shadow-map visibility a
// step, Henyey-Greenstein, transmittance with early out, depth bound.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer Volume : register(b1)
{
    float4x4 volumeShadow;
    float3 volumeSun;
    float anisotropy;
    float3 fogAlbedo;
    float fogDensity;
    float3 sunRadiance;
    float noiseScale;
    int marchSteps;
    float marchDistance;
};

Texture2D<float> depthTexture : register(t0);
Texture3D<float> noiseVolume : register(t1);
Texture2D<float> shadowMap : register(t2);
Texture2D<float> blueNoise : register(t3);
SamplerState wrapSampler : register(s0);
SamplerComparisonState shadowSampler : register(s1);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float henyeyGreenstein(float mu, float g)
{
    return (1 - g * g) / (4 * PI * safePow(1 + g * g - 2 * g * mu, 1.5));
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    int3 px = int3(i.position.xy, 0);
    float depth = depthTexture.Load(px);
    float3 end = clamp(worldFromDepth(i.uv, depth), -50, 50);
    float3 ray = end - eyePosition;
    float len = max(length(ray), 1e-3);
    ray /= len;
    float limit = min(len, 1 + marchDistance * 10);
    int n = clamp(marchSteps, 6, 20);
    float ds = limit / n;
    float jitter = blueNoise.Load(int3(px.xy & 31, 0));
    float phase = henyeyGreenstein(dot(ray, safeNormalize(volumeSun)), clamp(anisotropy, 0, 0.85));

    float3 scattered = 0;
    float transmittance = 1;
    [loop]
    for (int k = 0; k < n && transmittance > 0.02; ++k)
    {
        float3 p = eyePosition + ray * ((k + jitter) * ds);
        float noise = noiseVolume.SampleLevel(wrapSampler, p * (0.1 + noiseScale * 0.3), 0);
        float sigma = fogDensity * noise * exp2(-max(p.y, 0) * 0.5);
        float4 s = mul(volumeShadow, float4(p, 1));
        float visible = shadowMap.SampleCmpLevelZero(shadowSampler, s.xy * float2(0.5, -0.5) + 0.5, saturate(s.z) - 0.003);
        float stepT = exp(-sigma * ds);
        // Energy-conserving integration over the step.
        float3 source = fogAlbedo * (sunRadiance * phase * visible + 0.05);
        scattered += transmittance * source * (1 - stepT);
        transmittance *= stepT;
    }
    return float4(scattered, transmittance);
}
