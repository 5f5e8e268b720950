// Multiplies and adds with the result clamped to [0, 1], mad_sat.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
    float4 g_b;
};

float4 ps_main(Varying input) : SV_Target
{
    return saturate(input.value * g_a - g_b);
}
