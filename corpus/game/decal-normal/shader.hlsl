// Decal that blends normals and roughness into the G-buffer, two targets with
// different write masks, tangent frame from screen derivatives of position.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer DecalNormal : register(b1)
{
    float4x4 worldToDecal;
    float normalStrength;
    float roughnessTarget;
    float wetness;
};

Texture2D<float> sceneDepth : register(t0);
Texture2D decalNormalMap : register(t1);
SamplerState wrapSampler : register(s0);

struct DecalOut
{
    float4 normal : SV_Target0;
    float2 roughness : SV_Target1;
};

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

DecalOut ps_main(ScreenVaryings i)
{
    float depth = sceneDepth.Load(int3(i.position.xy, 0));
    float3 p = clamp(worldFromDepth(i.uv, depth), -100.0, 100.0);
    float3 dx = ddx_fine(p);
    float3 dy = ddy_fine(p);
    float3 n = safeNormalize(cross(dy, dx));
    float3 local = mul(worldToDecal, float4(p, 1)).xyz;
    if (any(abs(local) > 4.0))
        discard;
    float2 uv = local.xz * 0.5 + 0.5;
    float2 duvx = ddx_coarse(uv), duvy = ddy_coarse(uv);
    float3 t = safeNormalize(dx * duvy.y - dy * duvx.y);
    float3 b = safeNormalize(cross(n, t));
    float3 nt = decalNormalMap.SampleLevel(wrapSampler, uv, 1).xyz * 2 - 1;
    nt.xy *= normalStrength;
    float3 wn = safeNormalize(t * nt.x + b * nt.y + n * (nt.z + 1.0));
    DecalOut o;
    o.normal = float4(wn * 0.5 + 0.5, 0.8);
    o.roughness = float2(lerp(roughnessTarget, 0.1, saturate(wetness)), 0.8);
    return o;
}
