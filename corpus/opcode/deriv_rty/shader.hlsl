// Vertical derivative in the spelling of shader model 4, deriv_rty.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
};

float4 ps_main(Varying input) : SV_Target
{
    return ddy(input.value) * g_a;
}
