// Exposure meter: a 16-bin histogram in a structured buffer is turned into an
// average that ignores the tails, then adapted over time against last frame's
// texture. Loops over integers, one pixel of output.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

#define BINS 16

cbuffer Exposure : register(b1)
{
    float lowPercent;
    float highPercent;
    float adaptUp;
    float adaptDown;
    float minLog;
    float logRange;
    float deltaTime;
};

StructuredBuffer<uint> histogram : register(t0);
Texture2D<float> previousExposure : register(t1);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float ps_main(ScreenVaryings i) : SV_Target
{
    uint total = 0;
    [unroll]
    for (uint b = 0; b < BINS; ++b)
        total += histogram[b] & 0xffffu;

    float skip = total * saturate(lowPercent) * 0.5;
    float keep = total * (0.5 + 0.5 * saturate(highPercent));
    float sum = 0;
    float weight = 0;
    float seen = 0;
    [loop]
    for (uint k = 0; k < BINS; ++k)
    {
        float n = (float)(histogram[k] & 0xffffu);
        float from = max(seen, skip);
        float to = min(seen + n, keep);
        seen += n;
        if (to <= from)
            continue;
        float used = to - from;
        sum += used * (minLog * -8.0 + (k + 0.5) * (0.2 + logRange));
        weight += used;
        if (seen >= keep)
            break;
    }
    float averageLog = weight > 0.0 ? sum / weight : 0.0;
    float target = clamp(0.18 / max(exp2(averageLog), 1e-3), 0.05, 16.0);
    float previous = max(previousExposure.Load(int3(0, 0, 0)), 0.01);
    float rate = target > previous ? adaptUp : adaptDown;
    return previous + (target - previous) * (1.0 - exp(-max(deltaTime, 0.0) * rate * 4.0));
}
