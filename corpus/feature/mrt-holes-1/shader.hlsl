// Targets 0, 2 and 5; the others keep what they hold.

#include "attribute_pass.hlsli"

struct Targets
{
    float4 colour : SV_Target0;
    float4 light : SV_Target2;
    uint mask : SV_Target5;
};

Targets ps_main(Varying input)
{
    Targets output;
    output.colour = input.value;
    output.light = input.value.wzyx * 2.0;
    output.mask = (uint)input.position.y;
    return output;
}
