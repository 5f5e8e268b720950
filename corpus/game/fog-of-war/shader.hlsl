// Strategy-game fog of war: visibility bits of eight players in an R32_UINT
// texture, hand-made bilinear over unpacked bits, explored memory, team tint.
#include "mesh.hlsli"

cbuffer FogOfWar : register(b2)
{
    float4 mapTransform;
    float4 teamColors[8];
    uint playerMask;
    uint playerIndex;
    float exploredBrightness;
};

Texture2D<uint> visibility : register(t0);      // bits 0-7 visible, 8-15 explored, 16-18 owner
Texture2D albedoMap : register(t1);
SamplerState wrapSampler : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float2 unpackCell(int2 cell, int2 last)
{
    uint v = visibility.Load(int3(clamp(cell, 0, last), 0));
    return float2((v & playerMask & 0xffu) != 0u ? 1.0 : 0.0, ((v >> 8) & playerMask & 0xffu) != 0u ? 1.0 : 0.0);
}

float4 ps_main(MeshVaryings i) : SV_Target
{
    uint2 size;
    visibility.GetDimensions(size.x, size.y);
    int2 last = (int2)size - 1;
    float2 p = (i.worldPos.xz * (0.25 + mapTransform.xy * 0.5) + mapTransform.zw) * size - 0.5;
    float2 f = floor(p);
    float2 t = smoothstep(0, 1, p - f);
    int2 c = (int2)f;
    float2 a = lerp(unpackCell(c, last), unpackCell(c + int2(1, 0), last), t.x);
    float2 b = lerp(unpackCell(c + int2(0, 1), last), unpackCell(c + int2(1, 1), last), t.x);
    float2 seen = lerp(a, b, t.y);
    uint owner = (visibility.Load(int3(clamp(c, 0, last), 0)) >> 16) & 7u;
    float3 albedo = albedoMap.Sample(wrapSampler, i.uv).rgb;
    albedo = lerp(albedo, teamColors[owner].rgb, owner == (playerIndex & 7u) ? 0.3 : 0.1);
    float light = saturate(dot(normalize(i.normal), normalize(sunDir))) * 0.6 + 0.4;
    float3 grey = dot(albedo, float3(0.3, 0.6, 0.1)) * float3(0.5, 0.55, 0.65);
    float3 color = lerp(grey * exploredBrightness, albedo, seen.x) * max(seen.x, seen.y);
    return float4(color * light, 1);
}
