// Depth-aware cross-bilateral blur of occlusion packed with depth in two
// channels; unrolled by a macro, exits through an out parameter.
#include "fullscreen.hlsli"

cbuffer Bilateral : register(b1)
{
    float2 direction;
    float sharpness;
};

Texture2D<float2> aoDepth : register(t0);
SamplerState pointClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

void tap(float2 uv, float r, float centreZ, inout float total, inout float sum)
{
    float2 s = aoDepth.SampleLevel(pointClamp, uv, 0);
    float dz = (s.y - centreZ) * (1 + sharpness * 16);
    float w = exp2(-r * r * 0.1 - dz * dz);
    total += s.x * w;
    sum += w;
}

float2 ps_main(ScreenVaryings i) : SV_Target
{
    float2 centre = aoDepth.SampleLevel(pointClamp, i.uv, 0);
    float total = centre.x;
    float sum = 1;
    float2 dir = (0.25 + direction) * screenSize.zw;
    [unroll] for (int r = 1; r <= 4; ++r)
    {
        tap(i.uv + dir * r, r, centre.y, total, sum);
        tap(i.uv - dir * r, r, centre.y, total, sum);
    }
    return float2(total / sum, centre.y);
}
