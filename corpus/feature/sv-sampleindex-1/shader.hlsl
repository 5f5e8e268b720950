// Runs once a sample and shades by the sample's number.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input, uint index : SV_SampleIndex) : SV_Target
{
    return input.value * (1.0 + (float)index) * 0.25;
}
