// Six targets of mixed types.

#include "attribute_pass.hlsli"

struct Targets
{
    uint4 t0 : SV_Target0;
    uint2 t1 : SV_Target1;
    float2 t2 : SV_Target2;
    float3 t3 : SV_Target3;
    int4 t4 : SV_Target4;
    int t5 : SV_Target5;
};

Targets ps_main(Varying input)
{
    Targets output;
    output.t0 = (uint4)input.position.xyxy * 3u;
    output.t1 = (uint2)input.position.xy + 1u;
    output.t2 = input.value.wx;
    output.t3 = sqrt(input.value.zyx);
    output.t4 = (int4)(input.position.xyxy - 32.5) * 5;
    output.t5 = -(int)input.position.x - 5;
    return output;
}
