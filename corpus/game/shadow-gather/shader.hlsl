// 4x4 PCF from four GatherCmp with offsets and bilinear weights; the texel
// size comes from GetDimensions. A second term reads raw depths by Gather.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer GatherShadow : register(b2)
{
    float4x4 lightViewProj;
    float depthBias;
    float contactStrength;
};

Texture2D<float> shadowMap : register(t0);
SamplerComparisonState shadowCompare : register(s0);
SamplerState pointClamp : register(s1);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i) : SV_Target
{
    float4 s = mul(lightViewProj, float4(i.worldPos, 1));
    float3 c = s.xyz / max(abs(s.w), 1e-3);
    float2 uv = c.xy * float2(0.5, -0.5) + 0.5;
    float depth = saturate(c.z) - depthBias * 0.01;

    float2 size;
    shadowMap.GetDimensions(size.x, size.y);
    float2 texel = 1.0 / size;
    float2 p = uv * size - 0.5;
    float2 f = frac(p);
    float2 base = (floor(p) + 1.0) * texel;

    float4 a = shadowMap.GatherCmp(shadowCompare, base, depth, int2(-1, -1));
    float4 b = shadowMap.GatherCmp(shadowCompare, base, depth, int2(1, -1));
    float4 d = shadowMap.GatherCmp(shadowCompare, base, depth, int2(-1, 1));
    float4 e = shadowMap.GatherCmp(shadowCompare, base, depth, int2(1, 1));

    // Gather order: (0,1) (1,1) (1,0) (0,0).
    float4 wx = float4(1 - f.x, 1, 1, f.x);
    float4 wy = float4(1 - f.y, 1, 1, f.y);
    float4 row0 = float4(a.w, a.z, b.w, b.z);
    float4 row1 = float4(a.x, a.y, b.x, b.y);
    float4 row2 = float4(d.w, d.z, e.w, e.z);
    float4 row3 = float4(d.x, d.y, e.x, e.y);
    float lit = dot(float4(dot(row0, wx), dot(row1, wx), dot(row2, wx), dot(row3, wx)), wy) / 9.0;

    float4 raw = shadowMap.Gather(pointClamp, uv);
    float nearest = min(min(raw.x, raw.y), min(raw.z, raw.w));
    float contact = saturate((depth - nearest) * contactStrength * 8.0);
    float nDotL = saturate(dot(safeNormalize(i.normal), safeNormalize(sunDir)));
    return float4(objectTint.rgb * (nDotL * lit * (1 - contact * 0.5) * sunColor + 0.2), 1);
}
