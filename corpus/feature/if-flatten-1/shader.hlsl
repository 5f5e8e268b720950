// Branches marked to be flattened become selections.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 result = input.value;
    [flatten]
    if (input.position.x < 32.0)
    {
        result = result.yxwz;
        [flatten]
        if (input.position.y < 32.0)
            result *= 0.5;
    }
    else
    {
        result = 1.0 - result;
    }
    return result;
}
