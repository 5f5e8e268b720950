// The same words are compared as signed and, others, as unsigned numbers.

RWByteAddressBuffer g_words : register(u0);

groupshared int s_least;
groupshared uint s_most;

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex)
{
    if (index == 0u)
    {
        s_least = 1000;
        s_most = 0u;
    }
    GroupMemoryBarrierWithGroupSync();
    int number = (int)((index * 29u) % 64u) - 32;
    int ignored;
    g_words.InterlockedMin(0u, (uint)number);
    g_words.InterlockedMax(4u, (uint)number);
    InterlockedMin(s_least, number);
    InterlockedMax(s_most, (uint)number);
    uint before;
    g_words.InterlockedMax(12u, index * 3u, before);
    g_words.InterlockedMin(8u, index + 5u, before);
    GroupMemoryBarrierWithGroupSync();
    if (index == 0u)
    {
        g_words.Store2(16u, uint2((uint)s_least, s_most));
    }
}
