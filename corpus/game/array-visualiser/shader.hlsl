// Debug blit with the channel, mip and layer of an array texture chosen by
// constants, with range remapping, NaN
// and negative markers by bit tests.
#include "fullscreen.hlsli"

cbuffer Visualise : register(b1)
{
    uint channelMask;
    uint layer;
    uint mip;
    float rangeMin;
    float rangeMax;
    bool markInvalid;
};

Texture2DArray<float4> subject : register(t0);
SamplerState pointClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    uint w, h, layers, levels;
    subject.GetDimensions(0, w, h, layers, levels);
    uint l = min(layer, layers - 1u);
    uint m = min(mip, levels - 1u);
    float4 c = subject.SampleLevel(pointClamp, float3(i.uv, l), m);
    uint4 bits = asuint(c);
    bool4 invalid = (bits & 0x7f800000u) == 0x7f800000u;
    bool4 negative = (bits & 0x80000000u) != 0u;
    c = (c - rangeMin) / max(rangeMax - rangeMin, 0.01);
    uint mask = channelMask & 15u;
    float4 select = float4((mask & 1u) != 0u, (mask & 2u) != 0u, (mask & 4u) != 0u, (mask & 8u) != 0u);
    float4 shown = saturate(c) * select;
    if (countbits(mask) == 1u)
        shown.rgb = dot(shown, 1);
    if (markInvalid)
    {
        if (any(invalid))
            shown = float4(1, 0, 1, 1);
        else if (any(negative))
            shown = float4(0, 0.2, 1, 1);
    }
    return float4(shown.rgb, 1);
}
