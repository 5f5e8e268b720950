// Copies with the sign flipped, mov with a negated source.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    return -input.value;
}
