// The vertex stage writes all four lanes; the pixel stage declares them and reads two.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    return float4(input.value.yw, 0.0, 1.0);
}
