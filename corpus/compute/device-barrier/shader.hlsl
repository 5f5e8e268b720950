// Threads read from a buffer what their neighbours wrote before the barrier.

globallycoherent RWStructuredBuffer<uint> g_data : register(u0);
RWByteAddressBuffer g_out : register(u1);

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint index : SV_GroupIndex)
{
    g_data[id.x] = id.x * 10u;
    DeviceMemoryBarrierWithGroupSync();
    uint other = g_data[group.x * 16u + (index + 3u) % 16u];
    AllMemoryBarrier();
    g_out.Store(id.x * 4u, other + 1u);
}
