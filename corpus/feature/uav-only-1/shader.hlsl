// Voxels of what is seen, without a target: each pixel sets a bit of a volume, and marks the rows that it has met.

RWTexture3D<uint4> g_voxels : register(u0);
RWBuffer<int4> g_rows : register(u1);

void ps_main(float4 position : SV_Position, float depth : TEXCOORD0)
{
    uint3 voxel = uint3(position.xy, depth < 0.5 ? 1u : 0u);
    g_voxels[voxel] = uint4(voxel, asuint(depth));
    // The same words for all pixels of a row, and nothing past the end.
    g_rows[voxel.y] = int4(voxel.y, -(int)voxel.y, 7, 8);
}
