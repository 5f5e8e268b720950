// Radial light shafts: march from the pixel towards the projected sun through
// an occlusion mask, exponential decay.
#include "fullscreen.hlsli"

cbuffer GodRays : register(b1)
{
    float2 sunUv;
    float density;
    float decay;
    float weight;
    float rayExposure;
    int rayCount;
};

Texture2D<float> occlusionMask : register(t0);
Texture2D sceneTexture : register(t1);
SamplerState linearClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    int n = clamp(rayCount, 8, 32);
    float2 delta = (i.uv - sunUv) * (density / n);
    float2 uv = i.uv;
    float illumination = 1;
    float sum = 0;
    for (int k = 0; k < n; ++k)
    {
        uv -= delta;
        sum += occlusionMask.SampleLevel(linearClamp, uv, 0) * illumination * weight;
        illumination *= saturate(0.8 + 0.2 * decay);
    }
    float3 scene = sceneTexture.Sample(linearClamp, i.uv).rgb;
    return float4(scene + sum * rayExposure / n, 1);
}
