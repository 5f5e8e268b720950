// Leaves the shader under a condition, retc. The compiler writes it when it is told to avoid flow
// control.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    uint g_done;
};

float4 ps_main(Varying input) : SV_Target
{
    float4 colour = input.value;
    if (g_done)
        return colour;
    [loop]
    for (uint i = 0; i < 8; ++i)
    {
        colour = colour * 0.75 + input.value.wzyx * 0.5;
        if (colour.x > 0.5)
            return colour;
    }
    return sin(colour) * cos(input.value.wzyx);
}
