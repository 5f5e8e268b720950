// Hierarchical depth: min and max of 2x2 (3 wide at odd sizes) by gathers and
// Loads, nearest and farthest in two channels; checkerboard variant in one.
#include "fullscreen.hlsli"

cbuffer HiZ : register(b1)
{
    uint sourceMip;
    uint checkerboard;
};

Texture2D<float2> depthPyramid : register(t0);
SamplerState pointClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float2 ps_main(ScreenVaryings i) : SV_Target
{
    uint mip = min(sourceMip, 4u);
    uint2 size;
    uint levels;
    depthPyramid.GetDimensions(mip, size.x, size.y, levels);
    int2 base = (int2)i.position.xy * 2;
    float2 a = depthPyramid.Load(int3(base, mip));
    float2 b = depthPyramid.Load(int3(base, mip), int2(1, 0));
    float2 c = depthPyramid.Load(int3(base, mip), int2(0, 1));
    float2 d = depthPyramid.Load(int3(base, mip), int2(1, 1));
    float lo = min(min(a.x, b.x), min(c.x, d.x));
    float hi = max(max(a.y, b.y), max(c.y, d.y));
    if ((size.x & 1u) != 0u)
    {
        float2 e = depthPyramid.Load(int3(base, mip), int2(2, 0));
        lo = min(lo, e.x);
        hi = max(hi, e.y);
    }
    if (checkerboard != 0u)
    {
        uint2 px = (uint2)i.position.xy;
        lo = ((px.x ^ px.y) & 1u) ? lo : hi;
    }
    float4 near4 = depthPyramid.GatherRed(pointClamp, i.uv);
    float4 far4 = depthPyramid.GatherGreen(pointClamp, i.uv);
    return float2(min(lo, min(min(near4.x, near4.y), min(near4.z, near4.w))),
                  max(hi, max(max(far4.x, far4.y), max(far4.z, far4.w))));
}
