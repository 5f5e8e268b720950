// Sine and cosine of one angle with two destinations, sincos.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float2 sine, cosine;
    sincos(input.value.xw, sine, cosine);
    return float4(sine, cosine);
}
