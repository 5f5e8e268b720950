// Each step replaces every number by the sum of its neighbours; the number of steps is a constant.

cbuffer Steps : register(b0)
{
    uint g_steps;
    uint g_kind;
};

RWStructuredBuffer<uint> g_data : register(u0);

groupshared uint s_now[32];

[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    s_now[index] = g_data[id.x];
    GroupMemoryBarrierWithGroupSync();
    [loop]
    for (uint i = 0u; i < g_steps; i++)
    {
        uint sum = s_now[(index + 31u) % 32u] + s_now[(index + 1u) % 32u];
        GroupMemoryBarrierWithGroupSync();
        s_now[index] = sum + i;
        GroupMemoryBarrierWithGroupSync();
        if (g_kind == 1u && i == 3u)
        {
            break;
        }
    }
    g_data[id.x] = s_now[index];
}
