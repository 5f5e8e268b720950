// Multiplies with the result clamped to [0, 1], mul_sat.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
};

float4 ps_main(Varying input) : SV_Target
{
    return saturate(input.value * g_a);
}
