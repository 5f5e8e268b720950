// Chooses among four blend modes: switch, case, default, endswitch.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_colour;
    int g_mode;
};

float4 ps_main(Varying input) : SV_Target
{
    float4 result;
    switch (g_mode)
    {
        case 0:
            result = input.value + g_colour;
            break;
        case 1:
            result = input.value * g_colour;
            break;
        case -5:
            result = min(input.value, g_colour);
            break;
        default:
            result = lerp(input.value, g_colour, g_colour.w);
            break;
    }
    return result;
}
