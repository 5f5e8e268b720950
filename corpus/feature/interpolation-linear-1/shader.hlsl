// Perspective correct interpolation over vertices with different w.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    return input.value * input.value.wzyx + input.value * 0.5;
}
