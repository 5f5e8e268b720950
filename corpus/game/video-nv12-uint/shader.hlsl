// NV12 as compute decoders leave it: luma in R8_UINT, chroma in R8G8_UINT, read
// by Load, fixed-point conversion in integers, then to float.
#include "fullscreen.hlsli"

Texture2D<uint> lumaPlane : register(t0);
Texture2D<uint2> chromaPlane : register(t1);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    uint2 size;
    lumaPlane.GetDimensions(size.x, size.y);
    uint2 px = min((uint2)(i.uv * size), size - 1u);
    int y = (int)(lumaPlane.Load(int3(px, 0)) & 255u) - 16;
    int2 uv = (int2)(chromaPlane.Load(int3(px >> 1, 0)) & 255u) - 128;
    int c = 298 * max(y, 0) + 128;
    int3 rgb = int3(c + 459 * uv.y, c - 55 * uv.x - 136 * uv.y, c + 541 * uv.x) >> 8;
    rgb = clamp(rgb, 0, 255);
    return float4(rgb / 255.0, 1);
}
