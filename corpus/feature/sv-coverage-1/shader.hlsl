// Alpha to coverage by hand: the pixel stage writes the mask of samples.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input, out uint coverage : SV_Coverage) : SV_Target
{
    coverage = input.value.w > 0.5 ? 15u : 5u;
    return input.value;
}
