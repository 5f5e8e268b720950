// Threads go twice as far as the buffers: past the end reads are zero and writes are dropped.

RWStructuredBuffer<uint2> g_structures : register(u0);
RWByteAddressBuffer g_bytes : register(u1);
RWBuffer<uint> g_typed : register(u2);
RWStructuredBuffer<uint4> g_seen : register(u3);

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint2 structure = g_structures[id.x];
    uint word = g_bytes.Load(id.x * 4u);
    uint element = g_typed[id.x];
    uint far = g_structures[id.x * 0x11111111u].y;
    g_seen[id.x] = uint4(structure, word + (far & 0u), element);
    g_structures[id.x + 4u] = structure + 100u;
    g_bytes.Store2(id.x * 4u + 28u, uint2(word, word) + 1000u);
    g_typed[id.x + 0x40000000u] = 99u;
    g_typed[id.x + 8u] = 77u;
}
