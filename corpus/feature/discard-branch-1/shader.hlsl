// Each side of a branch has its own reason to drop the pixel.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 result = input.value;
    [branch]
    if (input.position.x < 32.0)
    {
        if (frac(input.position.y * 0.125) < 0.25)
            discard;
        result = sqrt(result);
    }
    else
    {
        clip(input.value.z - 0.25);
        result = result.wzyx;
    }
    return result;
}
