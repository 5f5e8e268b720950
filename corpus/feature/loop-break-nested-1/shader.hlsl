// The inner loop breaks, then the outer loop continues or breaks by what it found.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    uint2 pixel = (uint2)input.position.xy;
    uint found = 0;
    uint steps = 0;
    [loop]
    for (uint i = 2; i < 24; ++i)
    {
        bool divisible = false;
        [loop]
        for (uint j = 2; j * j <= i; ++j)
        {
            ++steps;
            if (i % j == 0)
            {
                divisible = true;
                break;
            }
        }
        if (divisible)
            continue;
        found = i;
        if (i > pixel.x / 4u)
            break;
    }
    return float4((float)found / 32.0, (float)steps / 64.0, input.value.xy);
}
