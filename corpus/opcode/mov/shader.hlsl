// Copies an attribute with its lanes in another order, mov.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    return input.value.wxxz;
}
