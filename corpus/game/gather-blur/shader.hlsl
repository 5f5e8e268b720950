// Luminance box filter that reads every channel with a gather of its own, with
// and without offsets: GatherRed, GatherGreen, GatherBlue, GatherAlpha.
#include "fullscreen.hlsli"

cbuffer GatherBlur : register(b1)
{
    float2 texelSize;
    float edgeSharpness;
};

Texture2D<float4> source : register(t0);
SamplerState pointClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float2 uv = i.uv;
    float4 centre = source.SampleLevel(pointClamp, uv, 0);
    float4 sum = 0;
    float total = 0;
    const int2 offsets[4] = { int2(-2, -2), int2(0, -2), int2(-2, 0), int2(0, 0) };
    [unroll]
    for (int k = 0; k < 4; ++k)
    {
        float4 r = source.GatherRed(pointClamp, uv, offsets[k]);
        float4 g = source.GatherGreen(pointClamp, uv, offsets[k]);
        float4 b = source.GatherBlue(pointClamp, uv, offsets[k]);
        float4 d = source.GatherAlpha(pointClamp, uv, offsets[k]);
        float4 w = saturate(1.0 - abs(d - centre.a) * edgeSharpness * 4.0) + 1e-3;
        sum += float4(dot(r, w), dot(g, w), dot(b, w), dot(d, w));
        total += dot(w, 1);
    }
    return sum / total;
}
