// Selects lane by lane and clamps to [0, 1], movc_sat.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    uint4 g_select;
    float4 g_a;
};

float4 ps_main(Varying input) : SV_Target
{
    return saturate(g_select ? input.value : -g_a);
}
