// A chain of else-if that chooses a colour ramp.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float t = input.position.x / 64.0;
    float4 result = input.value;
    if (t < 0.2)
        result *= 0.25;
    else if (t < 0.4)
        result = sqrt(result);
    else if (t < 0.6)
        result = float4(t, 1.0 - t, result.zw);
    else if (t < 0.8)
        result = result.wzyx * result;
    else
        result = 1.0 - result;
    return result;
}
