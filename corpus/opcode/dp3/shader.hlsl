// Dot product of three lanes, replicated to every lane, dp3.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
};

float4 ps_main(Varying input) : SV_Target
{
    return dot(input.value.zyx, g_a.xyw);
}
