// Which thread gets which ticket is not defined; that each is taken once is. The other operations give what was there.

RWBuffer<uint> g_taken : register(u0);
RWStructuredBuffer<uint> g_bits : register(u1);

groupshared uint s_next;

[numthreads(48, 1, 1)]
void main(uint index : SV_GroupIndex)
{
    if (index == 0u)
    {
        s_next = 3u;
    }
    GroupMemoryBarrierWithGroupSync();
    uint ticket;
    InterlockedAdd(s_next, 2u, ticket);
    InterlockedAdd(g_taken[ticket / 2u], 1u);
    uint3 before;
    InterlockedAnd(g_bits[index * 3u], index, before.x);
    InterlockedOr(g_bits[index * 3u + 1u], index, before.y);
    InterlockedXor(g_bits[index * 3u + 2u], index, before.z);
    g_bits[144u + index] = before.x + before.y * 256u + before.z * 65536u;
}
