// A branch that is taken if no bit is set, if_z.

cbuffer Operands : register(b0)
{
    uint g_condition;
};

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 result = input.value;
    [branch]
    if (g_condition == 0)
    {
        result = exp2(result) - sqrt(result);
    }
    return result;
}
