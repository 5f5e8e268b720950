// Sixteen threads load a row with two texels on either side and weigh five neighbours.

Texture2D<float4> g_in : register(t0);
RWTexture2D<float4> g_out : register(u0);

cbuffer Weights : register(b0)
{
    float4 g_weights;
};

groupshared float4 s_row[20];

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID)
{
    int2 at = (int2)id.xy;
    s_row[local.x + 2u] = g_in.Load(int3(at, 0));
    if (local.x < 2u)
    {
        s_row[local.x] = g_in.Load(int3(max(at.x - 2, 0), at.y, 0));
        s_row[local.x + 18u] = g_in.Load(int3(min(at.x + 16, 31), at.y, 0));
    }
    GroupMemoryBarrierWithGroupSync();
    float4 sum = s_row[local.x + 2u] * g_weights.x;
    sum += (s_row[local.x + 1u] + s_row[local.x + 3u]) * g_weights.y;
    sum += (s_row[local.x] + s_row[local.x + 4u]) * g_weights.z;
    g_out[id.xy] = sum;
}
