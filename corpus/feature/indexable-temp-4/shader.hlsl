// Insertion sort of five vectors by their first lane in a local array.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_values[5];
};

float4 ps_main(Varying input) : SV_Target
{
    float4 sorted[5];
    int i;
    [loop]
    for (i = 0; i < 5; ++i)
        sorted[i] = g_values[i] * float4(1.0, input.value.yzw);
    [loop]
    for (i = 1; i < 5; ++i)
    {
        float4 moved = sorted[i];
        int j = i - 1;
        [loop]
        while (j >= 0 && sorted[max(j, 0)].x > moved.x)
        {
            sorted[j + 1] = sorted[j];
            --j;
        }
        sorted[j + 1] = moved;
    }
    return sorted[(uint)input.position.x % 5u];
}
