// A switch inside a case of another, with a branch between.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    uint2 cell = (uint2)input.position.xy >> 3u;
    float4 result = input.value;
    switch (cell.x & 3u)
    {
        case 0:
            result = sqrt(result);
            break;
        case 1:
            switch (cell.y & 3u)
            {
                case 0:
                    result = result.wzyx;
                    break;
                case 1:
                    result = sin(result);
                    break;
                default:
                    result = result * 0.5;
                    break;
            }
            result += 0.125;
            break;
        case 2:
            [branch]
            if (input.value.x > 0.5)
            {
                switch (cell.y)
                {
                    case 2:
                    case 5:
                        result = exp2(result) - 1.0;
                        break;
                    case 7:
                        result = cos(result);
                        break;
                }
            }
            break;
        default:
            result = 1.0 - result;
            break;
    }
    return result;
}
