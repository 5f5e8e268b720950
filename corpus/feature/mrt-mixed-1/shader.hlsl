// Targets of three types, as a buffer of identifiers beside colours has them.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    uint g_object;
};

struct Targets
{
    float4 colour : SV_Target0;
    uint2 id : SV_Target1;
    int4 offset : SV_Target2;
    float depth : SV_Target3;
};

Targets ps_main(Varying input)
{
    Targets output;
    output.colour = input.value;
    output.id = uint2(g_object, 0x80000000u | (uint)input.position.x);
    output.offset = (int4)(input.position.xyxy - 32.5);
    output.depth = input.position.z;
    return output;
}
