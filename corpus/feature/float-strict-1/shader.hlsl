// Compiled with IEEE strictness: the program does not allow its arithmetic to be refactored.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_a;
    float4 g_b;
};

float4 ps_main(Varying input) : SV_Target
{
    float4 product = input.value * g_a;
    float4 sum = product + g_b;
    float4 same = (sum + g_a) - g_a;
    return same * 2.0 + (sum == sum ? 0.0 : 1.0) + input.value * 0.0;
}
