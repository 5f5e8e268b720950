// Escape-time fractal: loop with early exit, integer and float counters, smooth
// colouring by logarithm, orbit trap, interior test first.
#include "fullscreen.hlsli"

cbuffer Fractal : register(b1)
{
    float2 fractalCentre;
    float fractalZoom;
    int maxIterations;
    float4 paletteA;
    float4 paletteB;
    bool julia;
};

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float2 p = (i.uv * 3 - float2(2, 1.5)) / (1 + fractalZoom) + (fractalCentre - 0.5) * 0.2;
    float2 c = julia ? fractalCentre - 0.5 : p;
    float2 z = julia ? p : 0;
    int limit = clamp(maxIterations, 8, 32);

    float q = (p.x - 0.25) * (p.x - 0.25) + p.y * p.y;
    if (!julia && q * (q + p.x - 0.25) < 0.25 * p.y * p.y)
        return float4(paletteA.rgb * 0.1, 1);

    float trap = 10;
    int n = 0;
    float m2 = 0;
    [loop]
    while (n < limit)
    {
        float2 z2 = z * z;
        m2 = z2.x + z2.y;
        if (m2 > 16)
            break;
        z = float2(z2.x - z2.y, 2 * z.x * z.y) + c;
        trap = min(trap, abs(z.x) + abs(z.y));
        ++n;
    }
    if (n == limit)
        return float4(paletteB.rgb * saturate(trap), 1);
    float smoothN = n + 1 - log2(max(log2(m2) * 0.5, 1e-3));
    float t = frac(smoothN * 0.08);
    return float4(lerp(paletteA.rgb, paletteB.rgb, abs(t * 2 - 1)), 1);
}
