// Breaks of loops inside the cases of a switch leave the loop, not the switch.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_values[8];
};

float4 ps_main(Varying input) : SV_Target
{
    float4 sum = float4(0.0, 0.0, 0.0, 1.0);
    uint i;
    [forcecase]
    switch ((uint)input.position.x & 3u)
    {
        case 0:
            [loop]
            for (i = 0; i < 8; ++i)
            {
                sum += g_values[i];
                if (sum.x > 2.0)
                    break;
            }
            sum *= 0.25;
            break;
        case 1:
            [loop]
            for (i = 0; i < 6; ++i)
            {
                if (g_values[i].y < input.value.x)
                    continue;
                sum.y += g_values[i].z * 0.125;
            }
            break;
        default:
            sum = input.value;
            break;
    }
    return sum;
}
