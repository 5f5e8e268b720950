// Fraction of exact negative and positive steps, frc.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 steps = (input.position.xyyx - 32.5) * float4(0.25, 0.25, -0.5, 1.0);
    return frac(steps);
}
