// Float comparison of exact steps, less, lt.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_a;
};

uint4 ps_main(Varying input) : SV_Target
{
    float4 steps = (input.position.xyyx - 32.5) * float4(0.25, 0.25, -0.5, 1.0);
    return steps < g_a;
}
