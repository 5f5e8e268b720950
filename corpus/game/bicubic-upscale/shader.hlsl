// Upscaler: B-spline bicubic in four bilinear taps; size by GetDimensions with
// unsigned outputs.
#include "fullscreen.hlsli"

Texture2D lowResolution : register(t0);
SamplerState linearClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    uint w, h;
    lowResolution.GetDimensions(w, h);
    float2 size = float2(w, h);
    float2 p = i.uv * size - 0.5;
    float2 f = frac(p);
    p -= f;
    float2 f2 = f * f;
    float2 f3 = f2 * f;
    float2 w0 = (1.0 - 3.0 * f + 3.0 * f2 - f3) / 6.0;
    float2 w1 = (4.0 - 6.0 * f2 + 3.0 * f3) / 6.0;
    float2 w2 = (1.0 + 3.0 * f + 3.0 * f2 - 3.0 * f3) / 6.0;
    float2 w3 = f3 / 6.0;
    float2 g0 = w0 + w1;
    float2 g1 = w2 + w3;
    float2 h0 = (w1 / g0 - 0.5 + p) / size;
    float2 h1 = (w3 / g1 + 1.5 + p) / size;
    float4 a = lerp(lowResolution.SampleLevel(linearClamp, float2(h1.x, h0.y), 0), lowResolution.SampleLevel(linearClamp, h0, 0), g0.x);
    float4 b = lerp(lowResolution.SampleLevel(linearClamp, h1, 0), lowResolution.SampleLevel(linearClamp, float2(h0.x, h1.y), 0), g0.x);
    return lerp(b, a, g0.y);
}
