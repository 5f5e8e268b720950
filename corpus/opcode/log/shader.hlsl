// Logarithm to the base two of a constant, log.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
};

float4 ps_main(Varying input) : SV_Target
{
    return log2(g_a) * input.value;
}
