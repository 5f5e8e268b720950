// Last pass of a frame: lens distortion, chromatic aberration, bloom, vignette,
// grain, dithering, letterbox, each behind a switch of the build.
#include "fullscreen.hlsli"
#include "color.hlsli"

#ifndef LENS
#define LENS 0
#endif
#ifndef CHROMA
#define CHROMA 0
#endif
#ifndef VIGNETTE
#define VIGNETTE 0
#endif
#ifndef GRAIN
#define GRAIN 0
#endif
#ifndef BLOOM
#define BLOOM 0
#endif
#ifndef DITHER
#define DITHER 0
#endif

cbuffer Composite : register(b1)
{
    float distortion;
    float chromaAmount;
    float vignetteRadius;
    float vignetteSoftness;
    float4 vignetteColor;
    float grainAmount;
    float grainResponse;
    float bloomStrength;
    uint frameIndex;
};

Texture2D sceneTexture : register(t0);
Texture2D bloomTexture : register(t1);
SamplerState linearClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

uint pcg(uint v)
{
    uint state = v * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

#if DITHER
static const uint bayer[16] = { 0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5 };
#endif

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float2 uv = i.uv;
    float2 c = uv - 0.5;
    float r2 = dot(c, c);
#if LENS
    uv = 0.5 + c * (1.0 + r2 * (distortion - 0.5));
#endif
    float3 color;
#if CHROMA
    float2 shift = c * r2 * chromaAmount * 0.2;
    float3 sum = 0, weights = 0;
    [unroll]
    for (int k = 0; k < 6; ++k)
    {
        float t = k / 5.0;
        float3 w = saturate(float3(1.0 - 2.0 * t, 1.0 - abs(2.0 * t - 1.0), 2.0 * t - 1.0)) + 0.05;
        sum += sceneTexture.SampleLevel(linearClamp, uv + shift * (t * 2.0 - 1.0), 0).rgb * w;
        weights += w;
    }
    color = sum / weights;
#else
    color = sceneTexture.SampleLevel(linearClamp, uv, 0).rgb;
#endif
#if BLOOM
    float3 bloom = bloomTexture.SampleLevel(linearClamp, uv, 0).rgb * bloomStrength;
    color = 1.0 - (1.0 - saturate(color)) * (1.0 - saturate(bloom));
#endif
#if VIGNETTE
    float v = smoothstep(vignetteRadius + 0.1 + vignetteSoftness, vignetteRadius * 0.5, sqrt(r2) * 1.414);
    color = lerp(vignetteColor.rgb, color, saturate(v));
#endif
#if GRAIN
    uint2 px = (uint2)i.position.xy;
    uint h = pcg(px.x + pcg(px.y + pcg(frameIndex)));
    float noise = (h >> 8) * (1.0 / 16777216.0) - 0.5;
    float response = lerp(1.0, 1.0 - sqrt(luminance(saturate(color))), saturate(grainResponse));
    color += color * noise * grainAmount * response;
#endif
#if DITHER
    uint2 cell = (uint2)i.position.xy & 3u;
    color += (bayer[cell.y * 4u + cell.x] / 16.0 - 0.5) / 255.0;
#endif
    return float4(saturate(color), 1);
}
