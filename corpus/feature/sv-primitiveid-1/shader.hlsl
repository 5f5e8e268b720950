// Colours each triangle by its number. GLSL ES 3.00 does not know it.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input, uint primitive : SV_PrimitiveID) : SV_Target
{
    return input.value * ((primitive & 1u) ? 1.0 : 0.5);
}
