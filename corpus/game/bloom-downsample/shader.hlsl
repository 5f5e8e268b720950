// Thirteen-tap downsample with immediate offsets on one linear sampler.
#include "fullscreen.hlsli"

Texture2D source : register(t0);
SamplerState linearClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    // Four outer boxes of 2x2 overlap in the centre; the inner box counts double.
#define TAP(x, y) source.Sample(linearClamp, i.uv, int2(x, y)).rgb
    float3 corners = TAP(-2, -2) + TAP(2, -2) + TAP(-2, 2) + TAP(2, 2);
    float3 edges = TAP(0, -2) + TAP(-2, 0) + TAP(2, 0) + TAP(0, 2);
    float3 inner = TAP(-1, -1) + TAP(1, -1) + TAP(-1, 1) + TAP(1, 1);
    float3 centre = source.Sample(linearClamp, i.uv).rgb;
    return float4(corners * 0.03 + edges * 0.06 + inner * 0.125 + centre * 0.14, 1);
}
