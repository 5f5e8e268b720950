// Subroutines called again and again from a loop.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 result = input.value;
    uint column = (uint)input.position.x;
    [loop]
    for (uint i = 0; i < 6; ++i)
    {
        [call]
        switch ((column + i) % 3u)
        {
            case 0:
                result = result.yzwx * 0.875;
                break;
            case 1:
                result = sqrt(abs(result));
                break;
            default:
                result = 1.0 - result;
                break;
        }
    }
    return result;
}
