// Matrix functions on matrices from constants.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4x4 g_a;
    float3x3 g_b;
};

float4 ps_main(Varying input) : SV_Target
{
    float3x3 inner = mul(g_b, transpose((float3x3)g_a));
    float size = determinant(g_b) + determinant(g_a) * 0.25;
    float4 moved = mul(transpose(g_a), input.value);
    return moved * 0.25 + float4(mul(inner, input.value.xyz), size) * 0.125;
}
