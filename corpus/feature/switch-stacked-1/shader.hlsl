// Several labels for one body, the default label among them.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 result = input.value;
    switch ((int)input.position.x & 7)
    {
        case 0:
        case 3:
        case 5:
            result = sqrt(result);
            break;
        case 1:
        case 6:
            result = result.wzyx;
            break;
        case 2:
        default:
            result = 1.0 - result;
            break;
    }
    return result;
}
