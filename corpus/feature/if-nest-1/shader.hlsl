// Branches nested three deep, each with its else.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_colours[8];
};

float4 ps_main(Varying input) : SV_Target
{
    float4 result;
    [branch]
    if (input.position.x < 32.0)
    {
        [branch]
        if (input.position.y < 32.0)
        {
            [branch]
            if (frac(input.position.x * 0.125) < 0.5)
                result = g_colours[0] * input.value;
            else
                result = g_colours[1] + sqrt(input.value);
        }
        else
        {
            result = g_colours[2] * exp2(input.value);
        }
    }
    else
    {
        [branch]
        if (input.position.y < 16.0)
            result = g_colours[3] - input.value;
        else
            result = sin(input.value) * g_colours[4];
    }
    return result;
}
