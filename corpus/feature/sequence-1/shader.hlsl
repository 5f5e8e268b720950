// Values pass from loop to branch to loop through the same registers.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_values[8];
    int g_count;
};

float4 ps_main(Varying input) : SV_Target
{
    float4 value = input.value;
    int count = clamp(g_count, 1, 6);
    int i;
    [loop]
    for (i = 0; i < count; ++i)
        value += g_values[i] * 0.125;
    [branch]
    if (value.x > value.y)
    {
        value = value.yxzw;
        count -= 1;
    }
    [loop]
    for (i = count; i >= 0; --i)
    {
        [branch]
        if ((i & 1) == 0)
            value.zw = value.wz * 0.875;
        else
            value.xy += g_values[i & 7].zw * 0.0625;
    }
    return value;
}
