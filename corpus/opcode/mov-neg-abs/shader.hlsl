// Copies with the sign set, mov with a negated absolute source.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    return -abs(input.value);
}
