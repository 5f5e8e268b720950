// Each group counts its numbers in shared memory and adds the counts to those of the other groups.

RWByteAddressBuffer g_counts : register(u0);

groupshared uint s_counts[16];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    if (index < 16u)
    {
        s_counts[index] = 0u;
    }
    GroupMemoryBarrierWithGroupSync();
    uint number = (id.x * id.x * 5u + id.x) % 16u;
    InterlockedAdd(s_counts[number], 1u);
    GroupMemoryBarrierWithGroupSync();
    if (index < 16u)
    {
        g_counts.InterlockedAdd(index * 4u, s_counts[index]);
    }
}
