// Horizontal derivative in the spelling of shader model 4, deriv_rtx.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
};

float4 ps_main(Varying input) : SV_Target
{
    return ddx(input.value) * g_a;
}
