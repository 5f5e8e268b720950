// Marks the pixels that a triangle covers whole.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input, uint inner : SV_InnerCoverage) : SV_Target
{
    return inner ? input.value : 1.0 - input.value;
}
