// Three targets of mixed types.

#include "attribute_pass.hlsli"

struct Targets
{
    float t0 : SV_Target0;
    uint4 t1 : SV_Target1;
    uint2 t2 : SV_Target2;
};

Targets ps_main(Varying input)
{
    Targets output;
    output.t0 = input.position.z;
    output.t1 = (uint4)input.position.xyxy * 4u;
    output.t2 = (uint2)input.position.xy + 2u;
    return output;
}
