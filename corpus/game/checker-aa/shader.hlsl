// Procedural checkerboard and grid with analytic box filtering (derivative
// based), world-aligned, axis lines in colour.
#include "frame.hlsli"

struct V
{
    float4 pos : SV_Position;
    float2 p : TEXCOORD0;
};

V vs_main(float3 position : POSITION)
{
    V o;
    float4 w = mul(world, float4(position, 1));
    o.p = w.xz * (1 + objectParams.x * 7);
    o.pos = mul(viewProj, w);
    return o;
}

// The integral of a square wave of period two is a triangle wave.
float2 triangleWave(float2 p)
{
    return abs(frac(p * 0.5) * 2 - 1);
}

// Mean of the checker over a box of the pixel's size.
float filteredChecker(float2 p, float2 w)
{
    w = max(w, 1e-3);
    float2 slope = (triangleWave(p + 0.5 * w) - triangleWave(p - 0.5 * w)) / w;
    return 0.5 - 0.5 * slope.x * slope.y;
}

float4 ps_main(V i) : SV_Target
{
    float2 w = fwidth(i.p);
    float c = saturate(filteredChecker(i.p, w));
    float2 g = abs(frac(i.p - 0.5) - 0.5) / max(w, 1e-4);
    float lineMask = 1 - saturate(min(g.x, g.y));
    float3 color = lerp(0.3, 0.7, c) * (1 - lineMask * 0.5);
    float2 axis = saturate(1 - abs(i.p) / max(w * 2, 1e-4));
    color = lerp(color, float3(0.9, 0.1, 0.1), axis.y);
    color = lerp(color, float3(0.1, 0.2, 0.9), axis.x);
    return float4(color * objectTint.rgb, 1);
}
