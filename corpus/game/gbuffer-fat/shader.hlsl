// Deferred geometry pass into four float targets: albedo and AO, normal,
// material, motion. Vertex stage carries the previous position.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer GBufferMaterial : register(b2)
{
    float4x4 previousWorldViewProj;
    float4 baseColor;
    float roughnessScale;
    float metalScale;
    float materialClass;
    float subsurface;
};

Texture2D albedoMap : register(t0);
Texture2D normalMap : register(t1);
Texture2D surfaceMap : register(t2);
SamplerState wrapSampler : register(s0);

struct Varyings
{
    float4 clipPos : SV_Position;
    float2 uv : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float4 tangent : TEXCOORD2;
    float3 current : TEXCOORD3;
    float3 previous : TEXCOORD4;
};

struct GBuffer
{
    float4 albedoAo : SV_Target0;
    float4 normal : SV_Target1;
    float4 material : SV_Target2;
    float2 motion : SV_Target3;
};

Varyings vs_main(MeshVertex v)
{
    MeshVaryings m = mesh_vs(v);
    Varyings o;
    o.clipPos = m.clipPos;
    o.uv = m.uv;
    o.normal = m.normal;
    o.tangent = m.tangent;
    o.current = m.clipPos.xyw;
    o.previous = mul(previousWorldViewProj, float4(v.position, 1)).xyw;
    return o;
}

GBuffer ps_main(Varyings i)
{
    GBuffer g;
    float4 albedo = albedoMap.Sample(wrapSampler, i.uv) * baseColor;
    float4 surface = surfaceMap.Sample(wrapSampler, i.uv);
    float3 n = tangentToWorld(unpackNormalXY(normalMap.Sample(wrapSampler, i.uv).xy, 1), i.normal, i.tangent);
    // Specular anti-aliasing: widen roughness by the variation of the normal.
    float3 dx = ddx(n), dy = ddy(n);
    float variance = 0.25 * (dot(dx, dx) + dot(dy, dy));
    float roughness = saturate(surface.g * roughnessScale);
    roughness = sqrt(saturate(roughness * roughness + min(2 * variance, 0.18)));
    g.albedoAo = float4(albedo.rgb, surface.r);
    g.normal = float4(n * 0.5 + 0.5, 0);
    g.material = float4(roughness, surface.b * metalScale, materialClass, subsurface);
    g.motion = i.current.xy / max(i.current.z, 1e-3) - i.previous.xy / max(i.previous.z, 1e-3);
    return g;
}
