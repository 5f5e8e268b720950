// Square root of an attribute, sqrt.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    return sqrt(input.value);
}
