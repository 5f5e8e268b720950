// Sine alone, sincos with a null second destination.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    return sin(input.value);
}
