// Reciprocal square root of a constant, rsq.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
};

float4 ps_main(Varying input) : SV_Target
{
    return rsqrt(g_a) * input.value;
}
