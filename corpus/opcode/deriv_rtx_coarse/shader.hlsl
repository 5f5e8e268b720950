// Horizontal derivative, coarse, deriv_rtx_coarse.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
};

float4 ps_main(Varying input) : SV_Target
{
    return ddx_coarse(input.value) * g_a;
}
