// Array of two-dimensional textures of depths: comparing gather with offsets from registers.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    int2 g_offset;
};

Texture2DArray<float> g_depth : register(t0);
SamplerComparisonState g_compare : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    float3 place = float3(input.value.xy, (input.position.x - 0.5) * 0.0625);
    int2 offset = clamp(g_offset + (int2)input.position.xy, -32, 31);
    float4 lit = g_depth.GatherCmp(g_compare, place, input.value.z, offset);
    lit += g_depth.GatherCmpRed(
        g_compare, place, input.value.w, offset, int2(1, 1), offset.yx, int2(-1, 30));
    return lit * 0.5;
}
