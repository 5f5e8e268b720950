// Dot product clamped to [0, 1] before it is replicated, dp3_sat.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
};

float ps_main(Varying input) : SV_Target
{
    return saturate(dot(input.value.xyz, g_a.xyz));
}
