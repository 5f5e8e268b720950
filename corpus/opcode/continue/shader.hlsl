// Starts the next turn of a loop from inside a branch, continue.

cbuffer Operands : register(b0)
{
    float4 g_values[8];
    float g_limit;
};

float4 ps_main() : SV_Target
{
    float4 sum = float4(0.0, 0.0, 0.0, 0.0);
    [loop]
    for (uint i = 0; i < 8; ++i)
    {
        [branch]
        if (g_values[i].x > g_limit)
        {
            sum.w += 1.0;
            continue;
        }
        sum.xyz += sqrt(g_values[i].xyz);
    }
    return sum;
}
