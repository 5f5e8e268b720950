// Two halves in one integer, as compact vertex data has them, packed again after some arithmetic.

cbuffer Constants : register(b0)
{
    uint4 g_halves;
};

#include "attribute_pass.hlsli"

uint4 ps_main(Varying input) : SV_Target
{
    uint4 finite = g_halves & 0xfbfffbffu;
    float4 low = f16tof32(finite);
    float4 high = f16tof32(finite >> 16u);
    float4 exact = float4(0.5, -0.25, 65504.0, 0.00006103515625);
    uint4 packed = f32tof16(exact) | f32tof16(-exact.wzyx) << 16u;
    return packed + (f32tof16(low) ^ f32tof16(high) << 16u);
}
