// Lights as bit masks (flat bit arrays): masks of a tile and of a depth slice
// are and-ed, then walked with firstbitlow, countbits used for a debug ramp.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer LightMasks : register(b2)
{
    uint tilesX;
    uint debugMode;
    float sliceScale;
    float4 lightPosRange[64];
    float4 lightColor[64];
};

Buffer<uint2> tileMasks : register(t0);
StructuredBuffer<uint2> sliceMasks : register(t1);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 n = safeNormalize(i.normal);
    uint2 tile = (uint2)i.clipPos.xy >> 4;
    uint2 words = tileMasks[tile.y * min(tilesX, 4u) + tile.x];
    uint slice = (uint)clamp(i.clipPos.w * sliceScale, 0.0, 15.0);
    words &= sliceMasks[slice];

    float3 sum = 0.15;
    [loop]
    for (uint w = 0; w < 2u; ++w)
    {
        uint mask = words[w];
        [loop]
        while (mask != 0u)
        {
            uint bit = firstbitlow(mask);
            mask &= mask - 1u;
            uint k = w * 32u + bit;
            float3 d = lightPosRange[k].xyz - i.worldPos;
            float d2 = max(dot(d, d), 1e-3);
            sum += lightColor[k].rgb * (saturate(dot(n, d * rsqrt(d2))) * saturate(1 - d2 / (1 + lightPosRange[k].w * 8)));
        }
    }
    uint count = countbits(words.x) + countbits(words.y);
    if (debugMode == 1u)
        sum = lerp(float3(0, 0, 1), float3(1, 0, 0), saturate(count / 16.0));
    else if (debugMode == 2u)
        sum = firstbithigh(words.x | words.y) == 0xffffffffu ? 0.0 : firstbithigh(words.x | words.y) / 31.0;
    return float4(sum * objectTint.rgb, 1);
}
