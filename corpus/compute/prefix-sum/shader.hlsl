// Inclusive sums of 32 numbers: every step adds what stands 1, 2, 4, 8, 16 places before.

RWStructuredBuffer<int> g_data : register(u2);

groupshared int s_sum[2][32];

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    uint from = 0u;
    s_sum[0][index] = g_data[id.x];
    GroupMemoryBarrierWithGroupSync();
    [loop]
    for (uint step = 1u; step < 32u; step *= 2u)
    {
        int sum = s_sum[from][index];
        if (index >= step)
        {
            sum += s_sum[from][index - step];
        }
        s_sum[1u - from][index] = sum;
        from = 1u - from;
        GroupMemoryBarrierWithGroupSync();
    }
    g_data[id.x] = s_sum[from][index];
}
