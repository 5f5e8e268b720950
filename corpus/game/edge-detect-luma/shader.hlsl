// Morphological anti-aliasing, first pass: luma edges with local contrast
// adaptation; offsets are made in the vertex shader and packed in float4s.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer EdgeDetect : register(b1)
{
    float edgeThreshold;
    float adaptation;
};

Texture2D colorTex : register(t0);
SamplerState pointSampler : register(s0);

struct EdgeVaryings
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
    float4 offset[3] : TEXCOORD1;
};

EdgeVaryings vs_main(uint id : SV_VertexID)
{
    ScreenVaryings s = fullscreen_vs(id);
    EdgeVaryings o;
    o.position = s.position;
    o.uv = s.uv;
    float4 t = screenSize.zwzw;
    o.offset[0] = s.uv.xyxy + t * float4(-1, 0, 0, -1);
    o.offset[1] = s.uv.xyxy + t * float4(1, 0, 0, 1);
    o.offset[2] = s.uv.xyxy + t * float4(-2, 0, 0, -2);
    return o;
}

float lumaOf(float2 uv) { return luminance(colorTex.Sample(pointSampler, uv).rgb); }

float4 ps_main(EdgeVaryings i) : SV_Target
{
    float l = lumaOf(i.uv);
    float2 leftTop = float2(lumaOf(i.offset[0].xy), lumaOf(i.offset[0].zw));
    float2 delta = abs(l - leftTop);
    float2 rightBottom = float2(lumaOf(i.offset[1].xy), lumaOf(i.offset[1].zw));
    float2 farther = float2(lumaOf(i.offset[2].xy), lumaOf(i.offset[2].zw));

    float2 edges = delta > edgeThreshold * 0.2 ? 1.0 : 0.0;
    if (!any(edges))
        discard;
    // An edge much weaker than one beside it is dropped: the eye sees the other.
    float2 beside = max(abs(l - rightBottom), abs(leftTop - farther));
    float strongest = max(max(delta.x, delta.y), max(beside.x, beside.y));
    edges *= delta * (1.5 + adaptation) > strongest ? 1.0 : 0.0;
    return float4(edges, 0, 1);
}
