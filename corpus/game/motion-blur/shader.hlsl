// Tile-based motion blur: dominant velocity of the tile, jittered samples
// along it, soft depth comparison for foreground and background weights.
#include "fullscreen.hlsli"

cbuffer MotionBlur : register(b1)
{
    float shutter;
    float softZ;
    int sampleCount;
    float maxPixels;
};

Texture2D color : register(t0);
Texture2D<float2> velocity : register(t1);
Texture2D<float2> tileMax : register(t2);
Texture2D<float> linearZ : register(t3);
SamplerState linearClamp : register(s0);
SamplerState pointClamp : register(s1);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float softCompare(float a, float b) { return saturate(1.0 - (a - b) * (4.0 + softZ * 16.0)); }
float cone(float t, float v) { return saturate(1.0 - t / max(v, 1e-3)); }
float cylinder(float t, float v) { return 1.0 - smoothstep(0.95 * v, 1.05 * v + 1e-3, t); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float2 vMax = (tileMax.SampleLevel(pointClamp, i.uv, 0) * 2 - 1) * (maxPixels * 8.0) * screenSize.zw;
    float3 centre = color.SampleLevel(pointClamp, i.uv, 0).rgb;
    float lenMax = length(vMax);
    if (lenMax < 1e-3)
        return float4(centre, 1);

    float2 vHere = (velocity.SampleLevel(pointClamp, i.uv, 0) * 2 - 1) * shutter * 0.1;
    float speed = max(length(vHere), 1e-3);
    float zHere = linearZ.SampleLevel(pointClamp, i.uv, 0);
    int n = clamp(sampleCount | 1, 5, 15);
    uint2 px = (uint2)i.position.xy;
    float jitter = (((px.x * 3u + px.y * 5u) & 7u) / 8.0 - 0.5) * 0.5;

    float weight = 1.0 / speed * 0.02;
    float3 sum = centre * weight;
    [loop]
    for (int k = 0; k < n; ++k)
    {
        if (k == n / 2)
            continue;
        float t = lerp(-1.0, 1.0, (k + jitter + 1.0) / (n + 1.0));
        float2 uv = i.uv + vMax * t;
        float z = linearZ.SampleLevel(pointClamp, uv, 0);
        float s = length((velocity.SampleLevel(pointClamp, uv, 0) * 2 - 1) * shutter * 0.1);
        float d = abs(t) * lenMax;
        float a = softCompare(z, zHere) * cone(d, s)
                + softCompare(zHere, z) * cone(d, speed)
                + cylinder(d, s) * cylinder(d, speed) * 2.0;
        weight += a;
        sum += color.SampleLevel(linearClamp, uv, 0).rgb * a;
    }
    return float4(sum / weight, 1);
}
