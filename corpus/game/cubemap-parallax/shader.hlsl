// Box-projected reflections: the reflection ray is cut by the room's box and
// two probes are blended by influence weight.
#include "mesh.hlsli"
#include "brdf.hlsli"

struct ReflectionProbe
{
    float4 boxMin;          // w = blend distance
    float4 boxMax;
    float4 capture;         // w = intensity
};

cbuffer Probes : register(b3)
{
    ReflectionProbe probes[2];
    float surfaceRoughness;
    float3 surfaceF0;
};

TextureCube probeCube0 : register(t0);
TextureCube probeCube1 : register(t1);
Texture2D albedoMap : register(t2);
SamplerState trilinearSampler : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float3 boxProject(float3 dir, float3 pos, ReflectionProbe p)
{
    float3 safeDir = abs(dir) < 1e-4 ? 1e-4 : dir;
    float3 a = (p.boxMax.xyz + 4.0 - pos) / safeDir;
    float3 b = (p.boxMin.xyz - 4.0 - pos) / safeDir;
    float3 far3 = max(a, b);
    float t = min(far3.x, min(far3.y, far3.z));
    return pos + dir * t - p.capture.xyz;
}

float influence(float3 pos, ReflectionProbe p)
{
    float3 d = min(pos - p.boxMin.xyz + 4.0, p.boxMax.xyz + 4.0 - pos);
    return saturate(min(d.x, min(d.y, d.z)) / max(p.boxMin.w, 0.05));
}

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 n = safeNormalize(i.normal);
    float3 v = safeNormalize(cameraPos - i.worldPos);
    float3 r = reflect(-v, n);
    float lod = saturate(surfaceRoughness) * 6.0;
    float2 w = float2(influence(i.worldPos, probes[0]), influence(i.worldPos, probes[1]));
    w.y *= 1.0 - w.x;
    float3 spec = 0;
    if (w.x > 0.0)
        spec += probeCube0.SampleLevel(trilinearSampler, boxProject(r, i.worldPos, probes[0]), lod).rgb * (w.x * probes[0].capture.w);
    [branch]
    if (w.y > 0.001)
        spec += probeCube1.SampleLevel(trilinearSampler, boxProject(r, i.worldPos, probes[1]), lod).rgb * (w.y * probes[1].capture.w);
    spec *= environmentBrdfApprox(surfaceF0, surfaceRoughness, saturate(dot(n, v)));
    float3 diffuse = albedoMap.Sample(trilinearSampler, i.uv).rgb * (sunColor * saturate(dot(n, safeNormalize(sunDir))));
    return float4(diffuse + spec, 1);
}
