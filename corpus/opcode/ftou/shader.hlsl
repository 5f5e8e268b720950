// Exact steps to unsigned integers, towards zero, ftou.

#include "attribute_pass.hlsli"

uint4 ps_main(Varying input) : SV_Target
{
    float4 steps = (input.position.xyyx - 32.5) * float4(0.25, 0.25, -0.5, 1.0);
    return (uint4)steps;
}
