// Four targets of mixed types.

#include "attribute_pass.hlsli"

struct Targets
{
    float2 t0 : SV_Target0;
    float3 t1 : SV_Target1;
    int4 t2 : SV_Target2;
    int t3 : SV_Target3;
};

Targets ps_main(Varying input)
{
    Targets output;
    output.t0 = input.value.wx;
    output.t1 = sqrt(input.value.zyx);
    output.t2 = (int4)(input.position.xyxy - 32.5) * 3;
    output.t3 = -(int)input.position.x - 3;
    return output;
}
