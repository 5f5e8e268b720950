// Returns from a branch, from a loop and from a branch inside the loop.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_values[8];
};

float4 ps_main(Varying input) : SV_Target
{
    [branch]
    if (input.position.x < 8.0)
        return float4(1.0, 0.0, 0.0, 1.0);
    float4 sum = input.value;
    [loop]
    for (uint i = 0; i < 8; ++i)
    {
        sum += g_values[i] * 0.25;
        [branch]
        if (sum.x > 1.5)
        {
            if (input.position.y > 32.0)
                return sum.wzyx;
            return float4(sum.xy, (float)i * 0.125, 1.0);
        }
    }
    return sum * 0.5;
}
