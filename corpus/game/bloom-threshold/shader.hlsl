// Bright pass with a soft knee and a 2x2 average by Load, bright
// texels weighted down so that single sparks do not flicker.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer BloomThreshold : register(b1)
{
    float threshold;
    float knee;
    float clampMax;
};

Texture2D<float3> sceneColor : register(t0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float3 brightPass(float3 c)
{
    float brightness = maxComponent(c);
    float rise = smoothstep(threshold - knee - 1e-3, threshold + knee + 1e-3, brightness);
    float excess = max(brightness - threshold + knee * 0.5, 0.0);
    return c * (rise * excess / max(brightness, 1e-4));
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    int2 base = (int2)i.position.xy * 2;
    float3 sum = 0;
    float total = 0;
    [unroll]
    for (int k = 0; k < 4; ++k)
    {
        float3 c = min(sceneColor.Load(int3(base + int2(k & 1, k >> 1), 0)), 0.1 + clampMax);
        float w = 1.0 / (1.0 + luminance(c));
        sum += brightPass(c) * w;
        total += w;
    }
    return float4(sum / total, 1);
}
