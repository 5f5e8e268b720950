// Starts the next turn of a loop under a condition, continuec. The compiler writes it when it is
// told to avoid flow control.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    float4 g_values[8];
};

float4 ps_main(Varying input) : SV_Target
{
    float4 sum = float4(0.0, 0.0, 0.0, 0.0);
    [loop]
    while (sum.w < 8.0)
    {
        float4 value = g_values[(uint)sum.w];
        sum.w += 1.0;
        if (value.x > input.position.x * 0.03125)
            continue;
        sum.xyz += value.yzw;
    }
    return sum;
}
