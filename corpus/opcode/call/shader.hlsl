// The attribute "call" turns the cases of a switch into subroutines: call, label and ret.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_colour;
    int g_mode;
};

float4 ps_main(Varying input) : SV_Target
{
    float4 result = input.value;
    [call]
    switch (g_mode)
    {
        case 0:
            result = sin(result) * g_colour;
            break;
        case 1:
            result = exp2(result) - g_colour;
            break;
        default:
            result = sqrt(result) + g_colour.wzyx;
            break;
    }
    return result;
}
