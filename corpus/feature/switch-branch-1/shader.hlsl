// Attributes turn one switch into a chain of branches and another into selections.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 result = input.value;
    uint2 cell = (uint2)input.position.xy >> 3u;
    [branch]
    switch (cell.x & 3u)
    {
        case 0:
            result = sqrt(result);
            break;
        case 1:
            result = sin(result);
            break;
        default:
            result = exp2(-result);
            break;
    }
    [flatten]
    switch (cell.y & 3u)
    {
        case 0:
            result = result.wzyx;
            break;
        case 2:
            result *= 0.5;
            break;
        default:
            result.x = 1.0 - result.x;
            break;
    }
    return result;
}
