// Selects lane by lane between two floats, movc.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    uint4 g_select;
    float4 g_a;
};

float4 ps_main(Varying input) : SV_Target
{
    return g_select ? input.value : g_a;
}
