// With one NaN, minimum and maximum give the other operand.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    uint4 g_payload;
};

float4 ps_main(Varying input) : SV_Target
{
    float4 nan = asfloat(0x7fc00000u | (g_payload & 0xffffu));
    float4 low = min(nan, input.value);
    float4 high = max(input.value.wzyx, nan);
    return low * 0.5 + high * 0.25 + min(max(nan, 0.25), 0.5);
}
