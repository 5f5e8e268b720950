// 16 x 16 matrices in tiles of 8 x 8: each tile of both is loaded once by the whole group.

RWStructuredBuffer<float> g_a : register(u0);
RWStructuredBuffer<float> g_b : register(u1);
RWStructuredBuffer<float> g_product : register(u2);

groupshared float s_a[8][8];
groupshared float s_b[8][8];

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID)
{
    float sum = 0.0f;
    [loop]
    for (uint tile = 0u; tile < 2u; tile++)
    {
        s_a[local.y][local.x] = g_a[id.y * 16u + tile * 8u + local.x];
        s_b[local.y][local.x] = g_b[(tile * 8u + local.y) * 16u + id.x];
        GroupMemoryBarrierWithGroupSync();
        [unroll]
        for (uint k = 0u; k < 8u; k++)
        {
            sum += s_a[local.y][k] * s_b[k][local.x];
        }
        GroupMemoryBarrierWithGroupSync();
    }
    g_product[id.y * 16u + id.x] = sum;
}
