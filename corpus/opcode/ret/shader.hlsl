// Leaves the shader from inside a branch, ret.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float g_limit;
};

float4 ps_main(Varying input) : SV_Target
{
    [branch]
    if (input.value.x > g_limit)
        return input.value.wzyx;
    return sin(input.value) * cos(input.value.wzyx);
}
