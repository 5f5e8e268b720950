// The same idea with typed buffers: Buffer<uint4> packs four light indices an
// element, Buffer<float4> holds two elements a light, Buffer<uint> the grid.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer Tiles : register(b2)
{
    uint2 gridSize;
    float2 tilePixels;
};

Buffer<uint> lightGrid : register(t0);          // offset << 8 | count
Buffer<uint4> lightIndices : register(t1);
Buffer<float4> lightRecords : register(t2);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float3 shade(uint light, float3 p, float3 n)
{
    float4 a = lightRecords[light * 2u];
    float4 b = lightRecords.Load(int(light * 2u + 1u));
    float3 d = a.xyz - p;
    float d2 = max(dot(d, d), 1e-3);
    float range2 = max(a.w * a.w, 1e-2);
    return b.rgb * (saturate(dot(n, d * rsqrt(d2))) * saturate(1.0 - d2 / range2));
}

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 n = safeNormalize(i.normal);
    uint2 tile = min((uint2)(i.clipPos.xy / max(tilePixels * 16.0, 4.0)), max(gridSize, 1u) - 1u);
    uint entry = lightGrid[tile.y * gridSize.x + tile.x];
    uint count = min(entry & 255u, 12u);
    uint offset = entry >> 8;
    float3 sum = 0.1;
    for (uint k = 0; k < count; k += 4u)
    {
        uint4 four = lightIndices[offset + (k >> 2)];
        sum += shade(four.x, i.worldPos, n);
        if (k + 1u < count) sum += shade(four.y, i.worldPos, n);
        if (k + 2u < count) sum += shade(four.z, i.worldPos, n);
        if (k + 3u < count) sum += shade(four.w, i.worldPos, n);
    }
    return float4(sum * objectTint.rgb, 1);
}
