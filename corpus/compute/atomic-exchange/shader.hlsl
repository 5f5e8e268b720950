// Each thread exchanges words of its own and writes what it got.

RWStructuredBuffer<uint> g_words : register(u0);
RWStructuredBuffer<uint2> g_before : register(u1);

[numthreads(16, 1, 1)]
void main(uint index : SV_GroupIndex)
{
    uint first, second;
    InterlockedExchange(g_words[index], index + 100u, first);
    InterlockedCompareExchange(g_words[16u + index], 7u, index + 200u, second);
    InterlockedCompareStore(g_words[32u + index], index, 300u);
    g_before[index] = uint2(first, second);
}
