// Colour grading: LUT 3 uses a 3D texture, LUT 2 a 2D strip of slices mixed by
// hand; white balance, lift/gamma/gain and channel mixer come before.
#include "fullscreen.hlsli"
#include "color.hlsli"

#ifndef LUT
#define LUT 3
#endif

cbuffer Grading : register(b1)
{
    float3x3 channelMixer;
    float3 lift;
    float lutStrength;
    float3 gamma;
    float temperature;
    float3 gain;
    float tint;
};

Texture2D sceneTexture : register(t0);
#if LUT == 3
Texture3D<float4> gradingLut : register(t1);
#else
Texture2D<float4> gradingLut : register(t1);
#endif
SamplerState linearClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float3 lookup(float3 c)
{
#if LUT == 3
    float3 size;
    gradingLut.GetDimensions(size.x, size.y, size.z);
    return gradingLut.SampleLevel(linearClamp, c * (size - 1.0) / size + 0.5 / size, 0).rgb;
#else
    const float n = 16.0;
    float slice = c.b * (n - 1.0);
    float s0 = floor(slice);
    float s1 = min(s0 + 1.0, n - 1.0);
    float2 uv = float2(c.r * (n - 1.0) / n + 0.5 / n, c.g * (n - 1.0) / n + 0.5 / n);
    float3 a = gradingLut.SampleLevel(linearClamp, float2((s0 + uv.x) / n, uv.y), 0).rgb;
    float3 b = gradingLut.SampleLevel(linearClamp, float2((s1 + uv.x) / n, uv.y), 0).rgb;
    return lerp(a, b, slice - s0);
#endif
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float4 scene = sceneTexture.Sample(linearClamp, i.uv);
    float3 c = scene.rgb * float3(1 + temperature * 0.2, 1 + tint * 0.1, 1 - temperature * 0.2);
    c = mul(channelMixer, c) * 0.25 + c * 0.75;
    c = c * (0.5 + gain) + lift * 0.1 * (1 - c);
    c = pow(max(c, 1e-5), 1.0 / (0.5 + gamma));
    c = saturate(linearToSrgb(c));
    return float4(lerp(c, lookup(c), saturate(lutStrength)), scene.a);
}
