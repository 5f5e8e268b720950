// A subroutine switch inside a subroutine.

#include "attribute_pass.hlsli"

float4 shade(float4 value, uint mode)
{
    [call]
    switch (mode)
    {
        case 0:
            value = sqrt(value);
            break;
        case 1:
            value = value.yzwx * 0.5;
            break;
        default:
            value = 1.0 - value;
            break;
    }
    return value;
}

float4 ps_main(Varying input) : SV_Target
{
    uint2 cell = (uint2)input.position.xy >> 3u;
    float4 result = input.value;
    [call]
    switch (cell.x % 3u)
    {
        case 0:
            result = shade(result, cell.y % 3u);
            break;
        case 1:
            result = shade(sin(result), cell.y & 1u) + 0.25;
            break;
        default:
            result *= 0.25;
            break;
    }
    return result;
}
