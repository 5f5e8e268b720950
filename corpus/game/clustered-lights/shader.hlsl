// Clustered lighting: exponential depth slices, structured buffers of nested
// light records, two loops (points, spots) with continue, shadow index kept.
#include "mesh.hlsli"
#include "brdf.hlsli"

struct Attenuation
{
    float invRange;
    float cosOuter;
    float cosInnerScale;
};

struct ClusterLight
{
    float3 position;
    uint kind;
    float3 color;
    int shadowIndex;
    float3 axis;
    Attenuation falloff;
};

struct Cluster
{
    uint first;
    uint points;
    uint spots;
};

cbuffer ClusterSetup : register(b2)
{
    uint3 clusterCounts;
    float sliceScale;
    float sliceBias;
    float metalness;
    float roughness;
};

StructuredBuffer<ClusterLight> lights : register(t0);
StructuredBuffer<Cluster> clusters : register(t1);
StructuredBuffer<uint> lightList : register(t2);
Texture2D albedoMap : register(t3);
SamplerState wrapSampler : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float3 evaluate(ClusterLight l, float3 p, float3 n, float3 v, float3 albedo)
{
    float3 d = l.position - p;
    float d2 = max(dot(d, d), 1e-3);
    float3 dir = d * rsqrt(d2);
    float window = saturate(1.0 - d2 * sq(l.falloff.invRange));
    float nDotL = saturate(dot(n, dir));
    float3 h = safeNormalize(dir + v);
    float alpha = max(sq(roughness), 0.02);
    float3 f0 = lerp(0.04, albedo, saturate(metalness));
    float3 spec = distributionGGX(saturate(dot(n, h)), alpha)
                * visibilitySmith(saturate(dot(n, v)) + 1e-3, nDotL, alpha) * fresnelSchlick(f0, dot(v, h));
    return (albedo * (1.0 - saturate(metalness)) * INV_PI + spec) * l.color * (nDotL * window * window);
}

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 albedo = albedoMap.Sample(wrapSampler, i.uv).rgb;
    float3 n = safeNormalize(i.normal);
    float3 v = safeNormalize(cameraPos - i.worldPos);
    float depth = max(dot(view[2], float4(i.worldPos, 1)), 0.1);

    uint3 counts = clamp(clusterCounts, 1u, 32u);
    uint slice = (uint)clamp(log2(depth) * sliceScale + sliceBias, 0.0, counts.z - 1.0);
    uint2 cell = min((uint2)(i.clipPos.xy * viewport.zw * counts.xy), counts.xy - 1u);
    Cluster c = clusters[(slice * counts.y + cell.y) * counts.x + cell.x];

    float3 sum = skyColor * albedo * 0.2;
    uint at = c.first;
    uint pointEnd = at + min(c.points, 8u);
    [loop]
    for (; at < pointEnd; ++at)
    {
        ClusterLight l = lights[lightList[at]];
        if (l.shadowIndex < 0)
            continue;
        sum += evaluate(l, i.worldPos, n, v, albedo);
    }
    uint spotEnd = pointEnd + min(c.spots, 8u);
    [loop]
    for (; at < spotEnd; ++at)
    {
        ClusterLight l = lights[lightList[at]];
        float3 toPixel = safeNormalize(i.worldPos - l.position);
        float cone = saturate((dot(toPixel, l.axis) - l.falloff.cosOuter) * l.falloff.cosInnerScale);
        if (cone <= 0.0)
            continue;
        sum += evaluate(l, i.worldPos, n, v, albedo) * cone;
    }
    return float4(sum, 1);
}
