// Separable Gaussian: offsets and weights from constant arrays, tap count a
// constant too, direction by permutation. Classic, compiles down to 4.0.
#include "fullscreen.hlsli"

#ifndef HORIZONTAL
#define HORIZONTAL 1
#endif

cbuffer Blur : register(b1)
{
    float4 offsetsAndWeights[8];    // x offset, y weight
    int tapCount;
};

Texture2D blurSource : register(t0);
SamplerState linearClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float4 sum = blurSource.SampleLevel(linearClamp, i.uv, 0) * 0.25;
    float weight = 0.25;
    int n = clamp(tapCount, 1, 8);
    for (int k = 0; k < n; ++k)
    {
        float o = (k * 2 + 1 + offsetsAndWeights[k].x);
        float w = offsetsAndWeights[k].y * (1.0 - k * 0.1);
#if HORIZONTAL
        float2 d = float2(o * screenSize.z, 0);
#else
        float2 d = float2(0, o * screenSize.w);
#endif
        sum += (blurSource.SampleLevel(linearClamp, i.uv + d, 0) + blurSource.SampleLevel(linearClamp, i.uv - d, 0)) * w;
        weight += 2 * w;
    }
    return sum / max(weight, 1e-3);
}
