// The default label stands between the cases.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_colour;
};

float4 ps_main(Varying input) : SV_Target
{
    float4 result;
    switch ((uint)input.position.y % 5u)
    {
        case 4:
            result = input.value * g_colour;
            break;
        default:
            result = exp2(input.value) - 1.0;
            break;
        case 0:
            result = g_colour.wzyx;
            break;
        case 2:
            result = input.value + g_colour;
            break;
    }
    return result;
}
