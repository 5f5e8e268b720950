// Hair cards: Kajiya-Kay diffuse, two shifted Marschner-like highlights, a
// shift texture, and hashed alpha test against the pixel position.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer Hair : register(b2)
{
    float3 rootColor;
    float primaryShift;
    float3 tipColor;
    float secondaryShift;
    float3 specularTint;
    float primaryExponent;
    float secondaryExponent;
    float alphaThreshold;
    float2 hairPad;
};

Texture2D hairMap : register(t0);    // rgb tint, a coverage
Texture2D shiftMap : register(t1);
SamplerState wrapSampler : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float3 leanTangent(float3 t, float3 n, float amount)
{
    return safeNormalize(t + n * amount);
}

float strandHighlight(float3 t, float3 v, float3 l, float exponent)
{
    float along = dot(t, safeNormalize(l + v));
    float across = sqrt(max(1.0 - along * along, 1e-5));
    return pow(across, exponent) * saturate(along + 1.0);
}

float interleavedNoise(float2 p)
{
    uint2 u = uint2(p);
    uint h = (u.x * 1664525u + 1013904223u) ^ (u.y * 22695477u + 1u);
    h ^= h >> 13;
    h *= 0x5bd1e995u;
    return (h >> 16) * (1.0 / 65536.0);
}

float4 ps_main(MeshVaryings i, bool front : SV_IsFrontFace) : SV_Target
{
    float4 hair = hairMap.Sample(wrapSampler, i.uv);
    clip(hair.a - alphaThreshold * 0.5 * interleavedNoise(i.clipPos.xy));

    float3 n = safeNormalize(i.normal) * (front ? 1.0 : -1.0);
    float3 t = safeNormalize(cross(n, safeNormalize(i.tangent.xyz)) * i.tangent.w + n * 1e-3);
    float3 l = safeNormalize(sunDir);
    float3 v = safeNormalize(cameraPos - i.worldPos);

    float shift = shiftMap.Sample(wrapSampler, i.uv).r - 0.5;
    float3 t1 = leanTangent(t, n, primaryShift + shift);
    float3 t2 = leanTangent(t, n, secondaryShift + shift);
    float diffuse = saturate(lerp(0.25, 1.0, dot(n, l)));
    float3 base = lerp(rootColor, tipColor, i.uv.y) * hair.rgb;
    float s1 = strandHighlight(t1, v, l, 8.0 + primaryExponent * 120.0);
    float s2 = strandHighlight(t2, v, l, 4.0 + secondaryExponent * 60.0);
    float3 color = (base * diffuse + specularTint * s1 + base * s2 * hair.r) * sunColor + base * skyColor * 0.3;
    return float4(color, hair.a);
}
