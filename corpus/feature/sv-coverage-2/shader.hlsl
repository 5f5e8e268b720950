// Reads which samples the triangle covers.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input, uint coverage : SV_Coverage) : SV_Target
{
    return input.value * (float)countbits(coverage) * 0.25;
}
