// A branch that is taken if any bit is set, if_nz with else.

cbuffer Operands : register(b0)
{
    uint g_condition;
};

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 result;
    [branch]
    if (g_condition)
    {
        result = sin(input.value);
    }
    else
    {
        result = input.value.wzyx;
    }
    return result;
}
