// Temporal anti-aliasing: closest-depth velocity, neighbourhood statistics in
// YCoCg, variance clipping, five-tap Catmull-Rom history, luma weights.
#include "fullscreen.hlsli"
#include "color.hlsli"

cbuffer Taa : register(b1)
{
    float2 jitter;
    float feedbackMin;
    float feedbackMax;
    float varianceGamma;
    bool resetHistory;
};

Texture2D currentColor : register(t0);
Texture2D historyColor : register(t1);
Texture2D<float2> velocity : register(t2);
Texture2D<float> depth : register(t3);
SamplerState pointClamp : register(s0);
SamplerState linearClamp : register(s1);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float3 sampleHistory(float2 uv)
{
    float2 size = max(screenSize.xy, 1.0);
    float2 p = uv * size;
    float2 centre = floor(p - 0.5) + 0.5;
    float2 f = p - centre;
    float2 w0 = f * (-0.5 + f * (1.0 - 0.5 * f));
    float2 w1 = 1.0 + f * f * (-2.5 + 1.5 * f);
    float2 w2 = f * (0.5 + f * (2.0 - 1.5 * f));
    float2 w3 = f * f * (-0.5 + 0.5 * f);
    float2 w12 = w1 + w2;
    float2 tc0 = (centre - 1.0) / size;
    float2 tc3 = (centre + 2.0) / size;
    float2 tc12 = (centre + w2 / max(w12, 1e-3)) / size;
    float3 c = historyColor.SampleLevel(linearClamp, float2(tc12.x, tc0.y), 0).rgb * (w12.x * w0.y);
    c += historyColor.SampleLevel(linearClamp, float2(tc0.x, tc12.y), 0).rgb * (w0.x * w12.y);
    c += historyColor.SampleLevel(linearClamp, tc12, 0).rgb * (w12.x * w12.y);
    c += historyColor.SampleLevel(linearClamp, float2(tc3.x, tc12.y), 0).rgb * (w3.x * w12.y);
    c += historyColor.SampleLevel(linearClamp, float2(tc12.x, tc3.y), 0).rgb * (w12.x * w3.y);
    return max(c, 0.0);
}

float3 clipToBox(float3 centre, float3 extent, float3 value)
{
    float3 d = value - centre;
    float3 u = abs(d / max(extent, 1e-3));
    float m = max(u.x, max(u.y, u.z));
    return m > 1.0 ? centre + d / m : value;
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    int2 px = (int2)i.position.xy;
    float3 m1 = 0, m2 = 0, current = 0;
    float nearest = 1.0;
    int2 nearestOffset = 0;
    [unroll]
    for (int y = -1; y <= 1; ++y)
    {
        [unroll]
        for (int x = -1; x <= 1; ++x)
        {
            float3 c = rgbToYCoCg(currentColor.Load(int3(px, 0), int2(x, y)).rgb);
            float d = depth.Load(int3(px, 0), int2(x, y));
            m1 += c;
            m2 += c * c;
            if (x == 0 && y == 0)
                current = c;
            if (d < nearest)
            {
                nearest = d;
                nearestOffset = int2(x, y);
            }
        }
    }
    float3 mean = m1 / 9.0;
    float3 sigma = sqrt(max(m2 / 9.0 - mean * mean, 0.0));
    float2 motion = velocity.Load(int3(px + nearestOffset, 0)) * 0.1;
    float2 previousUv = i.uv - motion;
    bool outside = any(saturate(previousUv) != previousUv);

    float3 history = rgbToYCoCg(sampleHistory(previousUv));
    history = clipToBox(mean, sigma * (0.5 + varianceGamma), history);
    float similarity = 1.0 - abs(current.x - history.x) / max(max(current.x, history.x), 0.2);
    float feedback = lerp(feedbackMin, feedbackMax, sq(saturate(similarity)));
    feedback = (outside || resetHistory) ? 0.0 : saturate(feedback);
    float wc = (1.0 - feedback) / (1.0 + current.x);
    float wh = feedback / (1.0 + history.x);
    float3 result = (current * wc + history * wh) / max(wc + wh, 1e-4);
    return float4(max(yCoCgToRgb(result), 0.0), 1);
}
