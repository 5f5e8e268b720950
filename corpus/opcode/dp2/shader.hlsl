// Dot product of two lanes, dp2.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
};

float ps_main(Varying input) : SV_Target
{
    return dot(input.value.xy, g_a.zw);
}
