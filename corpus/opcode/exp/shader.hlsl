// Two to the power of an attribute, exp.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    return exp2(input.value);
}
