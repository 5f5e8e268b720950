// Messages to the debug layer: their text and operands lie in the program as custom data.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    [branch]
    if (input.value.x < -1.0)
    {
        printf("pixel %f %f", input.position.x, input.position.y);
        errorf("value %f", input.value.w);
    }
    return input.value;
}
