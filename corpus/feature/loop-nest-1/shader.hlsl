// Three nested loops whose counts come from constants.

cbuffer Constants : register(b0)
{
    float4 g_values[4];
    uint3 g_counts;
};

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint3 counts = min(g_counts + 2u, 4u);
    float4 sum = float4(0.0, 0.0, 0.0, 0.0);
    [loop]
    for (uint i = 0; i < counts.x; ++i)
    {
        [loop]
        for (uint j = 0; j < counts.y; ++j)
        {
            float weight = 1.0;
            [loop]
            for (uint k = 0; k < counts.z; ++k)
                weight *= 0.75;
            sum += g_values[(i + j) & 3u] * weight;
        }
        sum.w += position.x / 64.0;
    }
    return sum * 0.125;
}
