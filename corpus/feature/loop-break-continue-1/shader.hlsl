// One loop with a break and a continue that each leave work undone.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_values[16];
};

float4 ps_main(Varying input) : SV_Target
{
    float4 sum = input.value;
    float skipped = 0.0;
    [loop]
    for (int i = 0; i < 16; ++i)
    {
        float4 value = g_values[i];
        [branch]
        if (((i ^ (int)input.position.x) & 3) == 0)
        {
            skipped += 0.0625;
            continue;
        }
        sum = sum * 0.5 + value;
        [branch]
        if (sum.y > 1.25 && i > 4)
        {
            sum.z = (float)i * 0.0625;
            break;
        }
        sum.x += 0.125;
    }
    return float4(sum.xyz, skipped);
}
