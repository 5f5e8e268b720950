// Counts of zero and below: the results must be the start values.

cbuffer Constants : register(b0)
{
    float4 g_start;
    int g_bias;
};

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    int count = (int)position.x - 60 + clamp(g_bias, 0, 2);
    float4 sum = g_start;
    [loop]
    for (int i = 0; i < count; ++i)
        sum.xy += 0.25;
    [loop]
    for (int j = count; j > 0; --j)
        sum.zw *= 0.75;
    return sum;
}
