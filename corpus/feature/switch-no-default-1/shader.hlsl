// Without a default the value stays as it was.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 result = input.value;
    switch ((int)input.position.x >> 3)
    {
        case 1:
            result.x = sqrt(result.y);
            break;
        case 3:
            result.yz = sin(result.zx);
            break;
        case 6:
            result = result.zwxy * 0.5;
            break;
    }
    return result;
}
