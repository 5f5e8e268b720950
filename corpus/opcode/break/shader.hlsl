// Leaves a loop from inside a branch that does more than leave, break.

cbuffer Operands : register(b0)
{
    float4 g_values[8];
    float g_limit;
};

float4 ps_main() : SV_Target
{
    float4 sum = float4(0.0, 0.0, 0.0, 1.0);
    [loop]
    for (uint i = 0; i < 8; ++i)
    {
        sum += g_values[i];
        [branch]
        if (sum.x > g_limit)
        {
            sum.w = (float)i;
            break;
        }
    }
    return sum;
}
