// Slim G-buffer: everything packed by hand into R32G32_UINT, an object id into
// R32_UINT and emission into a float target. Mixed types of render target.
#include "mesh.hlsli"
#include "gbuffer.hlsli"

cbuffer PackedMaterial : register(b2)
{
    float4 baseColor;
    float3 emission;
    uint objectId;
    float roughness;
    float metalness;
    uint flags;
};

Texture2D albedoMap : register(t0);
SamplerState wrapSampler : register(s0);

struct PackedOut
{
    uint2 surface : SV_Target0;
    float4 emission : SV_Target1;
    uint id : SV_Target2;
};

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

PackedOut ps_main(MeshVaryings i, bool front : SV_IsFrontFace)
{
    PackedOut o;
    float3 albedo = sqrt(saturate(albedoMap.Sample(wrapSampler, i.uv).rgb * baseColor.rgb));
    float3 n = i.normal * rsqrt(max(dot(i.normal, i.normal), 1e-8));
    n = front ? n : -n;
    uint r5 = (uint)(saturate(roughness) * 31.0 + 0.5);
    uint m3 = (uint)(saturate(metalness) * 7.0 + 0.5);
    o.surface.x = packUnorm4x8(float4(albedo, 0)) | (r5 << 24) | (m3 << 29);
    o.surface.y = packSnorm2x16(encodeOctahedral(n));
    o.emission = float4(emission * albedo, 1);
    o.id = (objectId & 0xffffffu) | ((flags & 0x7fu) << 24) | (front ? 0x80000000u : 0u);
    return o;
}
