// All eight targets, written out of order.

#include "attribute_pass.hlsli"

struct Targets
{
    float4 t3 : SV_Target3;
    float4 t0 : SV_Target0;
    float4 t7 : SV_Target7;
    float4 t1 : SV_Target1;
    float4 t5 : SV_Target5;
    float4 t2 : SV_Target2;
    float4 t6 : SV_Target6;
    float4 t4 : SV_Target4;
};

Targets ps_main(Varying input)
{
    Targets output;
    output.t7 = input.value * 0.125;
    output.t0 = input.value;
    output.t1 = input.value.yzwx;
    output.t2 = input.value.zwxy;
    output.t3 = input.value.wxyz;
    output.t4 = 1.0 - input.value;
    output.t5 = sqrt(input.value);
    output.t6 = input.value * input.value;
    return output;
}
