// Tiled forward lighting from byte address buffers: a light count and list for
// each 8x8 tile, 16-bit indices two to a dword, lights as raw dwords.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer Tiles : register(b2)
{
    uint tilesX;
    uint tileStride;        // bytes of one tile's record
    uint maxLights;
};

ByteAddressBuffer tileLists : register(t0);
ByteAddressBuffer lightData : register(t1);     // 48 bytes a light

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 n = safeNormalize(i.normal);
    float3 v = safeNormalize(cameraPos - i.worldPos);
    uint2 tile = (uint2)i.clipPos.xy >> 3;
    uint address = (tile.y * tilesX + tile.x) * (tileStride & ~3u);
    uint count = min(tileLists.Load(address), min(maxLights, 16u));
    float3 sum = lerp(groundColor, skyColor, n.y * 0.5 + 0.5) * 0.2;
    [loop]
    for (uint k = 0; k < count; ++k)
    {
        uint pair = tileLists.Load(address + 4u + (k >> 1) * 4u);
        uint index = (k & 1u) ? pair >> 16 : pair & 0xffffu;
        uint at = index * 48u;
        float4 posRange = asfloat(lightData.Load4(at));
        float3 color = asfloat(lightData.Load3(at + 16u));
        uint type = lightData.Load(at + 28u);
        float3 d = posRange.xyz - i.worldPos;
        float d2 = max(dot(d, d), 1e-4);
        float atten = sq(saturate(1.0 - d2 / max(sq(posRange.w), 1e-3)));
        float3 l = d * rsqrt(d2);
        if (type == 1u)
        {
            float3 axis = asfloat(lightData.Load3(at + 32u));
            float cone = asfloat(lightData.Load(at + 44u));
            atten *= remap(dot(-l, axis), cone, 1.0);
        }
        float spec = pow(saturate(dot(n, safeNormalize(l + v))), 32.0);
        sum += color * ((saturate(dot(n, l)) + spec) * atten);
    }
    return float4(sum * objectTint.rgb, 1);
}
