// Chains of selections whose conditions are floats, integers, bits and minus zero.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_a;
    float4 g_b;
    uint4 g_bits;
};

float4 ps_main(Varying input) : SV_Target
{
    uint column = (uint)input.position.x;
    float4 first = (g_bits >> (column & 31u)) & 1u ? g_a : input.value;
    float4 second = (g_bits & 0x80000000u) ? first.wzyx : g_b;
    float4 third = input.value > 0.5 ? second : first;
    float4 fourth = (column & uint4(1u, 2u, 4u, 8u)) ? third : -third;
    return (int4)(input.position.yxyx - 32.0) < int4(0, 4, -8, 12) ? fourth : abs(first - second);
}
