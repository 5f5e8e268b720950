// All four numbers of a thread, in groups whose sizes are no powers of two.

RWStructuredBuffer<uint> g_out : register(u0);

[numthreads(7, 3, 2)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID,
          uint index : SV_GroupIndex)
{
    uint at = (id.z * 6u + id.y) * 21u + id.x;
    uint place = local.x + local.y * 7u + local.z * 21u;
    uint number = id.x + id.y * 100u + id.z * 10000u;
    number += (place == index ? index : 0u) * 0x100000u;
    number += (group.x + group.y * 4u + group.z * 16u) * 0x4000000u;
    g_out[at] = number;
}
