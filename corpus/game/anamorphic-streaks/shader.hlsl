// Anamorphic streaks and star burst: long horizontal taps with colour falloff
// from a constant table, rotated bursts through a 2x2 matrix per arm.
#include "fullscreen.hlsli"

cbuffer Anamorphic : register(b1)
{
    float streakLength;
    float streakThreshold;
    float armRotation;
    int armCount;
    float4 streakTint;
};

static const float4 falloff[6] =
{
    float4(1.0, 1.0, 1.0, 0.30), float4(0.9, 0.95, 1.0, 0.22), float4(0.7, 0.85, 1.0, 0.17),
    float4(0.5, 0.7, 1.0, 0.13), float4(0.3, 0.5, 1.0, 0.10), float4(0.2, 0.3, 0.9, 0.08)
};

Texture2D brightTexture : register(t0);
SamplerState linearClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float3 sum = 0;
    int arms = clamp(armCount, 1, 4);
    [loop]
    for (int a = 0; a < arms; ++a)
    {
        float s, c;
        sincos(armRotation + a * (3.14159265 / arms), s, c);
        float2 dir = float2(c, s) * screenSize.zw * (1 + streakLength * 3);
        [loop]
        for (int k = 0; k < 6; ++k)
        {
            float3 p = brightTexture.SampleLevel(linearClamp, i.uv + dir * (k + 0.5), 0).rgb;
            float3 q = brightTexture.SampleLevel(linearClamp, i.uv - dir * (k + 0.5), 0).rgb;
            float3 bright = max(p - streakThreshold * 0.7, 0) + max(q - streakThreshold * 0.7, 0);
            sum += bright * falloff[k].rgb * falloff[k].w;
        }
    }
    return float4(sum * streakTint.rgb / arms, 1);
}
