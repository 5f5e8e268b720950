// Exponential variance shadow map: four warped moments in an array slice, both
// warps evaluated; the caster's pixel shader (EVSM_CASTER) writes the moments.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer Evsm : register(b2)
{
    float4x4 lightViewProj;
    float2 exponents;
    float evsmSlice;
    float evsmBias;
};

Texture2DArray<float4> momentsArray : register(t0);
SamplerState anisoSampler : register(s0);

MeshVaryings vs_main(MeshVertex v)
{
    MeshVaryings o = mesh_vs(v);
#ifdef EVSM_CASTER
    o.clipPos = mul(lightViewProj, float4(o.worldPos, 1));
#endif
    return o;
}

float2 warpDepth(float depth)
{
    float2 e = 1.0 + saturate(exponents) * 4.0;
    depth = depth * 2.0 - 1.0;
    return float2(exp(e.x * depth), -exp(-e.y * depth));
}

float bound(float2 moments, float mean, float minVariance)
{
    float variance = max(moments.y - moments.x * moments.x, minVariance);
    float d = mean - moments.x;
    float p = variance / (variance + d * d);
    return mean <= moments.x ? 1.0 : p;
}

float4 ps_main(MeshVaryings i) : SV_Target
{
#ifdef EVSM_CASTER
    float depth = i.clipPos.z;
    float2 w = warpDepth(depth);
    // The derivative term accounts for the slope within the texel.
    float2 dx = ddx(w), dy = ddy(w);
    float2 square = w * w + 0.25 * (dx * dx + dy * dy);
    return float4(w.x, square.x, w.y, square.y);
#else
    float4 s = mul(lightViewProj, float4(i.worldPos, 1));
    float3 c = s.xyz / max(abs(s.w), 1e-3);
    float4 m = momentsArray.Sample(anisoSampler, float3(c.xy * float2(0.5, -0.5) + 0.5, evsmSlice * 3.0));
    float2 w = warpDepth(saturate(c.z));
    float2 e = evsmBias * 0.01 * w;
    float2 minVariance = max(e * e, 1e-4);
    float lit = min(bound(m.xy, w.x, minVariance.x), bound(m.zw, w.y, minVariance.y));
    float nDotL = saturate(dot(safeNormalize(i.normal), safeNormalize(sunDir)));
    return float4(objectTint.rgb * (nDotL * lit * sunColor + 0.2), 1);
#endif
}
