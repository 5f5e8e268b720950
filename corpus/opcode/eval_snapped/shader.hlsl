// An attribute at an offset in sixteenths of a pixel, eval_snapped.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    int2 g_offset;
};

float4 ps_main(Varying input) : SV_Target
{
    return EvaluateAttributeSnapped(input.value, g_offset);
}
