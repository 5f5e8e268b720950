// Smaller of two floats, min.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
};

float4 ps_main(Varying input) : SV_Target
{
    return min(input.value, g_a);
}
