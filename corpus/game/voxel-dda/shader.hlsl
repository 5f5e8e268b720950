// Voxel world in a 3D uint texture: integer DDA traversal, material id from
// bits, face shading by the last axis stepped. Texture3D<uint> Load in a loop.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer VoxelWorld : register(b1)
{
    float3 voxelEye;
    float voxelYaw;
    float4 voxelPalette[4];
    uint solidThreshold;
};

Texture3D<uint> voxels : register(t0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    uint3 size;
    voxels.GetDimensions(size.x, size.y, size.z);
    int3 last = (int3)size - 1;
    float s, c;
    sincos(voxelYaw, s, c);
    float3 d = safeNormalize(float3((i.uv * 2 - 1) * float2(1, -1), 1.3));
    d = float3(d.x * c + d.z * s, d.y, d.z * c - d.x * s);
    d = abs(d) < 1e-3 ? 1e-3 : d;
    float3 o = (0.2 + voxelEye * 0.6) * size;
    int3 cell = (int3)floor(o);
    int3 dir = d > 0 ? 1 : -1;
    float3 delta = abs(1 / d);
    float3 side = (d > 0 ? cell + 1 - o : o - cell) * delta;
    int axis = 1;
    [loop]
    for (int k = 0; k < 32; ++k)
    {
        if (any(cell < 0) || any(cell > last))
            break;
        uint v = voxels.Load(int4(cell, 0));
        if ((v & 15u) > (solidThreshold & 7u) + 6u)
        {
            float shade = axis == 0 ? 0.7 : axis == 1 ? (dir.y < 0 ? 1.0 : 0.4) : 0.85;
            float3 color = voxelPalette[(v >> 4) & 3u].rgb;
            return float4(color * shade * (1 - k / 48.0), 1);
        }
        if (side.x < side.y && side.x < side.z)
        {
            side.x += delta.x;
            cell.x += dir.x;
            axis = 0;
        }
        else if (side.y < side.z)
        {
            side.y += delta.y;
            cell.y += dir.y;
            axis = 1;
        }
        else
        {
            side.z += delta.z;
            cell.z += dir.z;
            axis = 2;
        }
    }
    return float4(lerp(0.9, float3(0.4, 0.6, 0.9), saturate(d.y + 0.3)), 1);
}
