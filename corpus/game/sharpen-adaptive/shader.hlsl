// Contrast-adaptive sharpening: nine Loads with immediate offsets, the local
// range limits the strength, and the result is kept inside that range.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer Sharpen : register(b1)
{
    float sharpness;
    float haloLimit;
};

Texture2D<float4> inputTexture : register(t0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings v) : SV_Target
{
    int3 p = int3(v.position.xy, 0);
    float3 centre = inputTexture.Load(p).rgb;
    float3 low = centre, high = centre;
    float3 sides = 0, corners = 0;
    [unroll]
    for (int y = -1; y <= 1; ++y)
    {
        [unroll]
        for (int x = -1; x <= 1; ++x)
        {
            if (x == 0 && y == 0)
                continue;
            float3 c = inputTexture.Load(p, int2(x, y)).rgb;
            low = min(low, c);
            high = max(high, c);
            if (x == 0 || y == 0)
                sides += c;
            else
                corners += c;
        }
    }
    float3 blurred = (centre * 4 + sides * 2 + corners) / 16;
    float range = maxComponent(high - low);
    float strength = (0.5 + sharpness * 2) * (1 - smoothstep(0.2, 0.9, range));
    float3 result = centre + (centre - blurred) * strength;
    float3 slack = (high - low) * haloLimit * 0.25;
    return float4(clamp(result, low - slack, high + slack), 1);
}
