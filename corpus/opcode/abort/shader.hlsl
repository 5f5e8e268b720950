// Asks the debug layer to end the draw, abort. Without that layer nothing happens.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    [branch]
    if (input.value.x < -1.0)
        abort();
    return input.value;
}
