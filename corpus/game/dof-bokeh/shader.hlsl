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
    float margin = screenSize.w * 2.0 + 1e-3;
    float4 background = 0;
    float4 foreground = 0;
    float4 centre = colorCoc.SampleLevel(linearClamp, i.uv, 0);
    float centreCoc = centre.a * 2 - 1;
    [loop]
    for (int k = 0; k < SAMPLES; ++k)
    {
        float radius = sqrt((k + 0.5) / SAMPLES);
        float s, c;
        sincos(k * 2.39996323, s, c);
        float2 o = float2(c, s * (0.5 + bokehAspect)) * radius * (bokehRadius * 0.1);
        float4 t = colorCoc.SampleLevel(linearClamp, i.uv + o, 0);
        float coc = t.a * 2 - 1;
        float reach = radius * bokehRadius * 0.2;
        float3 boosted = t.rgb * (1 + highlightGain * pow(luminance(t.rgb), 4));
        float bg = saturate((max(0, min(centreCoc, coc)) - reach + margin) / margin);
        float fg = saturate((-coc - reach + margin) / margin);
        fg *= step(0, -coc);
        background += float4(boosted, 1) * bg;
        foreground += float4(boosted, 1) * fg;
    }
    background.rgb /= background.a + (background.a == 0 ? 1 : 0);
    foreground.rgb /= foreground.a + (foreground.a == 0 ? 1 : 0);
    float alpha = saturate(foreground.a * PI / SAMPLES);
    float3 base = lerp(centre.rgb, background.rgb, saturate(background.a));
    return float4(lerp(base, foreground.rgb, alpha), alpha);
}
