// Multiplies and adds, mad.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
    float4 g_b;
};

float4 ps_main(Varying input) : SV_Target
{
    return input.value * g_a + g_b;
}
