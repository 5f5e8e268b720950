// Variance shadow map: two moments from a filtered texture, Chebyshev's bound,
// light-bleeding reduction.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer Vsm : register(b2)
{
    float4x4 lightViewProj;
    float minVariance;
    float bleedReduction;
};

Texture2D<float2> momentsMap : register(t0);
Texture2D albedoMap : register(t1);
SamplerState trilinear : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float chebyshev(float2 moments, float depth)
{
    float variance = max(moments.y - moments.x * moments.x, 1e-5 + minVariance * 1e-3);
    float d = depth - moments.x;
    float bound = variance / (variance + d * d);
    bound = remap(bound, saturate(bleedReduction) * 0.5, 1.0);
    return depth <= moments.x ? 1.0 : bound;
}

float4 ps_main(MeshVaryings i) : SV_Target
{
    float4 s = mul(lightViewProj, float4(i.worldPos, 1));
    float3 c = s.xyz / max(abs(s.w), 1e-3);
    float2 moments = momentsMap.Sample(trilinear, c.xy * float2(0.5, -0.5) + 0.5);
    float lit = chebyshev(moments, saturate(c.z));
    float nDotL = saturate(dot(safeNormalize(i.normal), safeNormalize(sunDir)));
    return float4(albedoMap.Sample(trilinear, i.uv).rgb * (nDotL * lit * sunColor + 0.2 * skyColor), 1);
}
