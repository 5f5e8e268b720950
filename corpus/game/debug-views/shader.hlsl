// Debug material: a signed channel constant picks among geometry and texture
// views with a switch; shared labels, fall-through default.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer DebugView : register(b2)
{
    int debugChannel;
    float debugScale;
};

Texture2D albedoMap : register(t0);
Texture2D normalMap : register(t1);
SamplerState wrapSampler : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float3 heat(float t)
{
    t = saturate(t) * 4;
    return saturate(float3(t - 2, t < 2 ? t : 4 - t, 2 - t));
}

float4 ps_main(MeshVaryings i, bool front : SV_IsFrontFace) : SV_Target
{
    float4 albedo = albedoMap.Sample(wrapSampler, i.uv);
    float3 nt = normalMap.Sample(wrapSampler, i.uv).xyz * 2 - 1;
    float2 dx = ddx(i.uv) * 64, dy = ddy(i.uv) * 64;
    float mip = 0.5 * log2(max(max(dot(dx, dx), dot(dy, dy)), 1e-6));
    float3 flat = safeNormalize(cross(ddy(i.worldPos), ddx(i.worldPos)));
    float3 result;
    [forcecase]
    switch (debugChannel)
    {
    case 0: result = safeNormalize(i.normal) * 0.5 + 0.5; break;
    case 1: result = safeNormalize(i.tangent.xyz) * 0.5 + 0.5; break;
    case 2: result = tangentToWorld(nt, i.normal, i.tangent) * 0.5 + 0.5; break;
    case 3: result = flat * 0.5 + 0.5; break;
    case 4: result = float3(frac(i.uv), 0); break;
    case 5: result = heat(mip * 0.25 * (0.5 + debugScale)); break;
    case 6:
    case 7: result = albedo.rgb; break;
    case 8: result = albedo.aaa; break;
    case -1: result = front ? float3(0, 1, 0) : float3(1, 0, 0); break;
    case -2: result = i.tangent.w > 0 ? float3(0, 0, 1) : float3(1, 1, 0); break;
    default: result = float3(1, 0, 1); break;
    }
    return float4(result, 1);
}
