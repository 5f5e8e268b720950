// Eight loops inside each other, each of them short.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    uint4 g_counts;
};

#define LOOP(i) [loop] for (uint i = 0; i < count; ++i)

float4 ps_main(Varying input) : SV_Target
{
    uint count = 1u + (g_counts.x & 1u);
    float4 value = input.value;
    LOOP(a) LOOP(b) LOOP(c) LOOP(d) LOOP(e) LOOP(f) LOOP(g) LOOP(h)
    {
        [branch]
        if (((a ^ b ^ c ^ d) & 1u) == 0u)
            value = value.yzwx + (float)(e + f) * 0.001953125;
        else
            value.x = value.y * 0.5 + (float)(g + h) * 0.001953125;
    }
    return value;
}
