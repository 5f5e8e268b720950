// Every group takes the case that its number and a constant choose; two cases hold barriers.

cbuffer Mode : register(b0)
{
    uint g_mode;
};

RWStructuredBuffer<uint> g_out : register(u0);

groupshared uint s_data[8];

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint index : SV_GroupIndex)
{
    uint result = 0u;
    [forcecase]
    switch (group.x + g_mode)
    {
    case 1u:
        s_data[index] = id.x;
        GroupMemoryBarrierWithGroupSync();
        result = s_data[7u - index];
        break;
    case 2u:
        s_data[index] = id.x * 2u;
        AllMemoryBarrierWithGroupSync();
        result = s_data[index ^ 1u];
        break;
    default:
        result = 1000u + id.x;
        break;
    }
    g_out[id.x] = result;
}
