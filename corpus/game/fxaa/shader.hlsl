// Fast approximate anti-aliasing in our own wording: local contrast, edge
// direction, a bounded search along the edge, sub-pixel blend. Nested branches
// and SampleLevel with offsets.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer Fxaa : register(b1)
{
    float contrastThreshold;
    float relativeThreshold;
    float subpixelBlending;
};

Texture2D sourceTexture : register(t0);
SamplerState linearClamp : register(s0);

static const float searchSteps[8] = { 1.0, 1.0, 1.5, 2.0, 2.0, 2.0, 4.0, 8.0 };

struct Neighbourhood
{
    float m, n, e, s, w;
    float ne, nw, se, sw;
    float highest, lowest, contrast;
};

struct Edge
{
    bool horizontal;
    float pixelStep;
    float oppositeLuma;
    float gradient;
};

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float lumaAt(float2 uv) { return luminance(sourceTexture.SampleLevel(linearClamp, uv, 0).rgb); }
#define LUMA(x, y) luminance(sourceTexture.SampleLevel(linearClamp, uv, 0, int2(x, y)).rgb)

Neighbourhood sampleNeighbourhood(float2 uv)
{
    Neighbourhood l;
    l.m = LUMA(0, 0);
    l.n = LUMA(0, 1);
    l.e = LUMA(1, 0);
    l.s = LUMA(0, -1);
    l.w = LUMA(-1, 0);
    l.ne = LUMA(1, 1);
    l.nw = LUMA(-1, 1);
    l.se = LUMA(1, -1);
    l.sw = LUMA(-1, -1);
    l.highest = max(max(max(max(l.n, l.e), l.s), l.w), l.m);
    l.lowest = min(min(min(min(l.n, l.e), l.s), l.w), l.m);
    l.contrast = l.highest - l.lowest;
    return l;
}

Edge findEdge(Neighbourhood l)
{
    Edge e;
    float h = abs(l.n + l.s - 2 * l.m) * 2 + abs(l.ne + l.se - 2 * l.e) + abs(l.nw + l.sw - 2 * l.w);
    float v = abs(l.e + l.w - 2 * l.m) * 2 + abs(l.ne + l.nw - 2 * l.n) + abs(l.se + l.sw - 2 * l.s);
    e.horizontal = h >= v;
    float positive = e.horizontal ? l.n : l.e;
    float negative = e.horizontal ? l.s : l.w;
    float pg = abs(positive - l.m);
    float ng = abs(negative - l.m);
    e.pixelStep = e.horizontal ? screenSize.w : screenSize.z;
    if (pg < ng)
    {
        e.pixelStep = -e.pixelStep;
        e.oppositeLuma = negative;
        e.gradient = ng;
    }
    else
    {
        e.oppositeLuma = positive;
        e.gradient = pg;
    }
    return e;
}

float edgeBlend(Neighbourhood l, Edge e, float2 uv)
{
    float2 edgeUv = uv;
    float2 stepUv;
    if (e.horizontal)
    {
        edgeUv.y += e.pixelStep * 0.5;
        stepUv = float2(screenSize.z, 0);
    }
    else
    {
        edgeUv.x += e.pixelStep * 0.5;
        stepUv = float2(0, screenSize.w);
    }
    float edgeLuma = (l.m + e.oppositeLuma) * 0.5;
    float threshold = e.gradient * 0.25;

    float2 p = edgeUv;
    float dp = 0;
    bool atP = false;
    [loop]
    for (int a = 0; a < 8 && !atP; ++a)
    {
        p += stepUv * searchSteps[a];
        dp = lumaAt(p) - edgeLuma;
        atP = abs(dp) >= threshold;
    }
    float2 q = edgeUv;
    float dq = 0;
    bool atQ = false;
    [loop]
    for (int b = 0; b < 8 && !atQ; ++b)
    {
        q -= stepUv * searchSteps[b];
        dq = lumaAt(q) - edgeLuma;
        atQ = abs(dq) >= threshold;
    }
    float distP = e.horizontal ? p.x - uv.x : p.y - uv.y;
    float distQ = e.horizontal ? uv.x - q.x : uv.y - q.y;
    float nearest = min(distP, distQ);
    bool sign_ = distP <= distQ ? dp >= 0 : dq >= 0;
    bool sameSide = sign_ == (l.m - edgeLuma >= 0);
    return sameSide ? 0 : 0.5 - nearest / max(distP + distQ, 1e-5);
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    Neighbourhood l = sampleNeighbourhood(i.uv);
    if (l.contrast < max(contrastThreshold * 0.1, relativeThreshold * 0.2 * l.highest))
        return sourceTexture.SampleLevel(linearClamp, i.uv, 0);

    float filter = 2 * (l.n + l.e + l.s + l.w) + l.ne + l.nw + l.se + l.sw;
    filter = abs(filter / 12 - l.m);
    float pixelBlend = sq(smoothstep(0, 1, saturate(filter / max(l.contrast, 1e-4)))) * subpixelBlending;
    Edge e = findEdge(l);
    float blend = max(pixelBlend, edgeBlend(l, e, i.uv));
    float2 uv = i.uv;
    if (e.horizontal)
        uv.y += e.pixelStep * blend;
    else
        uv.x += e.pixelStep * blend;
    return float4(sourceTexture.SampleLevel(linearClamp, uv, 0).rgb, l.m);
}
