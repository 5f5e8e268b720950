// Vertical derivative, fine, deriv_rty_fine.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
};

float4 ps_main(Varying input) : SV_Target
{
    return ddy_fine(input.value) * g_a;
}
