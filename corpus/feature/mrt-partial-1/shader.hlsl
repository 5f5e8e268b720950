// Targets narrower than four lanes, of every type.

#include "attribute_pass.hlsli"

struct Targets
{
    float3 a : SV_Target0;
    float2 b : SV_Target1;
    float c : SV_Target2;
    uint3 d : SV_Target3;
    int2 e : SV_Target4;
};

Targets ps_main(Varying input)
{
    Targets output;
    output.a = input.value.xyz;
    output.b = input.value.wx;
    output.c = input.value.z;
    output.d = (uint3)input.position.xyx;
    output.e = -(int2)input.position.yx;
    return output;
}
