// Blocks of 8 x 8 texels are read along rows and written along rows of the turned texture.

Texture2D<float4> g_in : register(t0);
RWTexture2D<float4> g_out : register(u0);

groupshared float4 s_block[8][9];

[numthreads(8, 8, 1)]
void main(uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID)
{
    uint2 from = group.xy * 8u + local.xy;
    s_block[local.y][local.x] = g_in[from];
    GroupMemoryBarrierWithGroupSync();
    uint2 to = group.yx * 8u + local.xy;
    g_out[to] = s_block[local.x][local.y];
}
