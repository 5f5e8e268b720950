// Cases turned into subroutines, with a branch and a loop inside.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_values[4];
};

float4 ps_main(Varying input) : SV_Target
{
    float4 result = input.value;
    [call]
    switch ((uint)input.position.x & 3u)
    {
        case 0:
            [loop]
            for (uint i = 0; i < 4; ++i)
                result = result * 0.5 + g_values[i];
            break;
        case 1:
            [branch]
            if (input.position.y > 32.0)
                result = sqrt(result);
            else
                result = result.wzyx;
            break;
        case 2:
            result = sin(result) + g_values[2];
            break;
        default:
            result = 1.0 - result;
            break;
    }
    return result * 0.5;
}
