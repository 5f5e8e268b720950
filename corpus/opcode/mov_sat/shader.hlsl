// Copies with the value clamped to [0, 1], mov_sat.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    return saturate(input.value);
}
