// A render target of three lanes, and one of four whose lanes are written one after the other.

#include "attribute_pass.hlsli"

struct Targets
{
    float3 colour : SV_Target0;
    float4 lanes : SV_Target1;
};

Targets ps_main(Varying input)
{
    Targets output;
    output.colour = input.value.zyx * 0.5;
    output.lanes.x = sqrt(input.value.x);
    output.lanes.w = exp2(input.value.y);
    output.lanes.yz = input.value.xw * input.value.zy;
    return output;
}
