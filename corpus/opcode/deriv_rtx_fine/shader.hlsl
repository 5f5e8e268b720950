// Horizontal derivative, fine, deriv_rtx_fine.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
};

float4 ps_main(Varying input) : SV_Target
{
    return ddx_fine(input.value) * g_a;
}
