// Perspective correct interpolation over vertices with different w.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    return frac(input.value * 4.0) * 0.5 + input.value * 0.5;
}
