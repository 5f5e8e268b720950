// Whole groups leave early by a constant; after the barriers single threads leave.

cbuffer Limits : register(b0)
{
    uint g_groups;
};

RWStructuredBuffer<uint> g_out : register(u0);

groupshared uint s_data[16];

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint index : SV_GroupIndex)
{
    if (group.x >= g_groups)
    {
        return;
    }
    s_data[index] = id.x + 1u;
    GroupMemoryBarrierWithGroupSync();
    uint other = s_data[15u - index];
    if (index % 3u == 1u)
    {
        return;
    }
    g_out[id.x] = other;
}
