// Seven targets of mixed types.

#include "attribute_pass.hlsli"

struct Targets
{
    float3 t0 : SV_Target0;
    int4 t1 : SV_Target1;
    int t2 : SV_Target2;
    float4 t3 : SV_Target3;
    float t4 : SV_Target4;
    uint4 t5 : SV_Target5;
    uint2 t6 : SV_Target6;
};

Targets ps_main(Varying input)
{
    Targets output;
    output.t0 = sqrt(input.value.zyx);
    output.t1 = (int4)(input.position.xyxy - 32.5) * 2;
    output.t2 = -(int)input.position.x - 2;
    output.t3 = input.value * 1.0;
    output.t4 = input.position.z;
    output.t5 = (uint4)input.position.xyxy * 8u;
    output.t6 = (uint2)input.position.xy + 6u;
    return output;
}
