// A switch whose only label is the default, and one whose cases are all alike.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 result = input.value;
    int mode = (int)input.position.x & 3;
    switch (mode)
    {
        default:
            result *= 0.5;
            break;
    }
    switch (mode)
    {
        case 0:
        case 1:
        case 2:
            result += 0.25;
            break;
    }
    return result;
}
