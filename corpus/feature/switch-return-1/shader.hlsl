// Some cases return at once, others go on behind the switch.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 result = input.value;
    [forcecase]
    switch ((int)input.position.x & 7)
    {
        case 0:
            return result * 0.25;
        case 1:
            return sin(result);
        case 2:
            result = result.yzwx;
            break;
        case 5:
            result = sqrt(result);
            break;
        default:
            return float4(0.0, 0.0, 0.5, 1.0);
    }
    return result * result + 0.125;
}
