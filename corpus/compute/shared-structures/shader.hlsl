// Threads exchange structures with fields of several types.

struct Packet
{
    float3 place;
    uint owner;
    int2 step;
};

RWStructuredBuffer<Packet> g_out : register(u0);

groupshared Packet s_packets[12];

[numthreads(12, 1, 1)]
void main(uint index : SV_GroupIndex)
{
    Packet packet;
    packet.place = float3((float)index, -(float)index, 0.5f);
    packet.owner = index;
    packet.step = int2(-(int)index, (int)index * 2);
    s_packets[index] = packet;
    GroupMemoryBarrierWithGroupSync();
    Packet next = s_packets[(index + 5u) % 12u];
    next.step += s_packets[index].step;
    g_out[index] = next;
}
