// Cosine alone, sincos with a null first destination.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    return cos(input.value);
}
