// Each thread changes a word of its own, so that what was there before is known whatever the order; a typed view is read
// with its status.

RWByteAddressBuffer g_words : register(u0);
RWBuffer<uint4> g_numbers : register(u1);

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex)
{
    uint before;
    g_words.InterlockedMax(index * 4u, 6u + (index & 1u) * 0x80000000u, before);
    g_words.Store(32u + index * 4u, before);
    g_words.InterlockedMin(64u + index * 4u, 5u + index, before);
    g_words.Store(96u + index * 4u, before);
    uint status;
    uint4 numbers = g_numbers.Load(index, status);
    g_words.Store(128u + index * 4u, CheckAccessFullyMapped(status) ? numbers.x + numbers.y : 0u);
}
