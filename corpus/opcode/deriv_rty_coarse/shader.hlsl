// Vertical derivative, coarse, deriv_rty_coarse.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
};

float4 ps_main(Varying input) : SV_Target
{
    return ddy_coarse(input.value) * g_a;
}
