// Cheap clouds: four octaves of a texture scrolled at different speeds,
// coverage remap, light from a second density sample towards the sun.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer Clouds : register(b1)
{
    float2 cloudWind;
    float coverage;
    float cloudSharpness;
    float3 cloudSun;
    float cloudScale;
    float3 cloudLit;
    float3 cloudDark;
};

Texture2D<float4> cloudNoise : register(t0);
SamplerState wrapSampler : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float density(float2 p)
{
    float sum = 0, amplitude = 0.5;
    float2 drift = cloudWind * passTime;
    [unroll]
    for (int o = 0; o < 4; ++o)
    {
        sum += cloudNoise.SampleLevel(wrapSampler, p + drift, 0)[o] * amplitude;
        p = mul(float2x2(1.6, 1.2, -1.2, 1.6), p);
        drift *= 1.7;
        amplitude *= 0.5;
    }
    return saturate((sum - (1 - coverage) * 0.6) * (1 + cloudSharpness * 4));
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float3 ray = float3(i.uv.x * 2 - 1, 1.05 - i.uv.y, 1);
    float2 p = ray.xz / max(ray.y, 0.05) * (0.1 + cloudScale * 0.2);
    float here = density(p);
    float3 color = lerp(float3(0.35, 0.55, 0.9), float3(0.7, 0.8, 0.95), i.uv.y);
    [branch]
    if (here > 0.001)
    {
        float toSun = density(p + cloudSun.xz * 0.05);
        float light = exp(-toSun * 2) * (1 - exp(-here * 4));
        color = lerp(color, lerp(cloudDark, cloudLit, light), here);
    }
    return float4(color, 1);
}
