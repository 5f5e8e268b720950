// Five targets of mixed types.

#include "attribute_pass.hlsli"

struct Targets
{
    int t0 : SV_Target0;
    float4 t1 : SV_Target1;
    float t2 : SV_Target2;
    uint4 t3 : SV_Target3;
    uint2 t4 : SV_Target4;
};

Targets ps_main(Varying input)
{
    Targets output;
    output.t0 = -(int)input.position.x - 0;
    output.t1 = input.value * 0.5;
    output.t2 = input.position.z;
    output.t3 = (uint4)input.position.xyxy * 6u;
    output.t4 = (uint2)input.position.xy + 4u;
    return output;
}
