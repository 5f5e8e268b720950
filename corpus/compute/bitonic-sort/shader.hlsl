// Two loops around a barrier; each thread compares and swaps its number with that of a partner.

RWStructuredBuffer<uint> g_keys : register(u0);

groupshared uint s_keys[64];

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex)
{
    s_keys[index] = g_keys[index];
    GroupMemoryBarrierWithGroupSync();
    [loop]
    for (uint size = 2u; size <= 64u; size <<= 1)
    {
        [loop]
        for (uint step = size >> 1; step > 0u; step >>= 1)
        {
            uint mine = s_keys[index];
            uint other = s_keys[index ^ step];
            bool lower = (index & step) == 0u;
            bool rising = (index & size) == 0u;
            uint kept = lower == rising ? min(mine, other) : max(mine, other);
            GroupMemoryBarrierWithGroupSync();
            s_keys[index] = kept;
            GroupMemoryBarrierWithGroupSync();
        }
    }
    g_keys[index] = s_keys[index];
}
