// Depth of field gather: golden-angle spiral, background and foreground layers
// accumulated apart and composed.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

#define SAMPLES 22

cbuffer Bokeh : register(b1)
{
    float bokehRadius;
    float bokehAspect;
    float highlightGain;
};

Texture2D colorCoc : register(t0);
SamplerState linearClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float4 centre = colorCoc.SampleLevel(linearClamp, i.uv, 0);
    float centreCoc = centre.a * 2 - 1;
    float4 behind = float4(centre.rgb, 1) * 0.1;
    float4 before = 0;
    [loop]
    for (int k = 0; k < SAMPLES; ++k)
    {
        float radius = sqrt((k + 0.5) / SAMPLES);
        float s, c;
        sincos(k * 2.39996323, s, c);
        float2 o = float2(c, s * (0.5 + bokehAspect)) * radius * (bokehRadius * 0.1);
        float4 t = colorCoc.SampleLevel(linearClamp, i.uv + o, 0);
        float coc = t.a * 2 - 1;
        float3 boosted = t.rgb * (1 + highlightGain * pow(luminance(t.rgb) + 1e-3, 4));
        // A sample counts where its own disc, not the pixel's, reaches here.
        float reached = smoothstep(radius - 0.2, radius, abs(coc) * 1.5);
        if (coc < 0)
            before += float4(boosted, 1) * reached;
        else
            behind += float4(boosted, 1) * reached * saturate(centreCoc * 4 + 1);
    }
    float cover = saturate(before.a * 2 / SAMPLES);
    float3 far = behind.rgb / behind.a;
    float3 near = before.rgb / max(before.a, 1e-3);
    return float4(lerp(lerp(centre.rgb, far, saturate(abs(centreCoc))), near, cover), cover);
}
