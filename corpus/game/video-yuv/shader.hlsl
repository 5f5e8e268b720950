// Planar video: three single-channel textures, limited-range BT.709 or BT.601
// by permutation, aspect letterbox, alpha from a fourth plane.
#include "fullscreen.hlsli"

#ifndef BT601
#define BT601 0
#endif

cbuffer Video : register(b1)
{
    float2 videoScale;
    float2 chromaOffset;
    float brightness;
    bool fullRange;
};

Texture2D<float> planeY : register(t0);
Texture2D<float> planeU : register(t1);
Texture2D<float> planeV : register(t2);
Texture2D<float> planeA : register(t3);
SamplerState linearClamp : register(s0);

#if BT601
static const float3x3 yuvToRgb = { 1, 0, 1.402, 1, -0.344136, -0.714136, 1, 1.772, 0 };
#else
static const float3x3 yuvToRgb = { 1, 0, 1.5748, 1, -0.187324, -0.468124, 1, 1.8556, 0 };
#endif

ScreenVaryings vs_main(uint id : SV_VertexID)
{
    ScreenVaryings o = fullscreen_vs(id);
    o.uv = (o.uv - 0.5) * (0.75 + videoScale * 0.5) + 0.5;
    return o;
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float3 yuv;
    yuv.x = planeY.Sample(linearClamp, i.uv);
    float2 c = i.uv + chromaOffset * 0.01;
    yuv.y = planeU.Sample(linearClamp, c);
    yuv.z = planeV.Sample(linearClamp, c);
    if (fullRange)
        yuv.yz -= 0.5;
    else
        yuv = (yuv - float3(16, 128, 128) / 255.0) * float3(255.0 / 219.0, 255.0 / 224.0, 255.0 / 224.0);
    float3 rgb = saturate(mul(yuvToRgb, yuv) + brightness * 0.1);
    bool inside = all(i.uv == saturate(i.uv));
    return inside ? float4(rgb, planeA.Sample(linearClamp, i.uv)) : float4(0, 0, 0, 1);
}
