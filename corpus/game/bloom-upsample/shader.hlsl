// Tent upsample of the lower mip plus the current one; the texel size is asked
// from the texture for the mip that is read.
#include "fullscreen.hlsli"

cbuffer BloomUpsample : register(b1)
{
    float radius;
    float lowerWeight;
    uint lowerMip;
    float3 dirtTint;
};

Texture2D bloomChain : register(t0);
Texture2D currentLevel : register(t1);
Texture2D lensDirt : register(t2);
SamplerState linearClamp : register(s0);

static const float tent[9] = { 1, 2, 1, 2, 4, 2, 1, 2, 1 };

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    uint width, height, levels;
    bloomChain.GetDimensions(lowerMip, width, height, levels);
    float2 texel = (0.5 + radius) / float2(max(width, 1u), max(height, 1u));
    float mip = min((float)lowerMip, (float)levels - 1.0);
    float3 sum = 0;
    [unroll]
    for (int k = 0; k < 9; ++k)
    {
        float2 o = float2(k % 3 - 1, k / 3 - 1);
        sum += bloomChain.SampleLevel(linearClamp, i.uv + o * texel, mip).rgb * tent[k];
    }
    sum /= 16.0;
    float3 dirt = lensDirt.Sample(linearClamp, i.uv).rgb * dirtTint;
    float3 here = currentLevel.Sample(linearClamp, i.uv).rgb;
    return float4(here + sum * lowerWeight * (1.0 + dirt), 1);
}
