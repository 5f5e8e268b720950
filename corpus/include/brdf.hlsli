// Microfacet terms: GGX, Smith, Schlick, Charlie, plus the diffuse lobes.
#ifndef BRDF_HLSLI
#define BRDF_HLSLI

#include "mathlib.hlsli"

float distributionGGX(float nDotH, float alpha)
{
    float a2 = alpha * alpha;
    float d = (nDotH * a2 - nDotH) * nDotH + 1.0;
    return a2 / max(PI * d * d, EPSILON);
}

// Height-correlated Smith, already divided by 4 * nDotL * nDotV.
float visibilitySmith(float nDotV, float nDotL, float alpha)
{
    float a2 = alpha * alpha;
    float gv = nDotL * sqrt(nDotV * nDotV * (1.0 - a2) + a2);
    float gl = nDotV * sqrt(nDotL * nDotL * (1.0 - a2) + a2);
    return 0.5 / max(gv + gl, EPSILON);
}

float3 fresnelSchlick(float3 f0, float vDotH)
{
    return f0 + (1.0 - f0) * pow5(1.0 - saturate(vDotH));
}

float3 fresnelSchlickRough(float3 f0, float nDotV, float roughness)
{
    float3 top = max(1.0 - roughness, f0);
    return f0 + (top - f0) * pow5(1.0 - saturate(nDotV));
}

// Karis' analytic fit of the split-sum environment term.
float3 environmentBrdfApprox(float3 f0, float roughness, float nDotV)
{
    const float4 c0 = float4(-1.0, -0.0275, -0.572, 0.022);
    const float4 c1 = float4(1.0, 0.0425, 1.04, -0.04);
    float4 r = roughness * c0 + c1;
    float a004 = min(r.x * r.x, exp2(-9.28 * nDotV)) * r.x + r.y;
    float2 ab = float2(-1.04, 1.04) * a004 + r.zw;
    return f0 * ab.x + ab.y;
}

float diffuseBurley(float nDotV, float nDotL, float lDotH, float roughness)
{
    float bias = lerp(0.0, 0.5, roughness);
    float scale = lerp(1.0, 1.0 / 1.51, roughness);
    float f90 = bias + 2.0 * lDotH * lDotH * roughness;
    float light = 1.0 + (f90 - 1.0) * pow5(1.0 - nDotL);
    float eye = 1.0 + (f90 - 1.0) * pow5(1.0 - nDotV);
    return light * eye * scale;
}

float distributionCharlie(float nDotH, float roughness)
{
    float invAlpha = 1.0 / max(roughness * roughness, 0.01);
    float sin2h = max(1.0 - nDotH * nDotH, 0.0078125);
    return (2.0 + invAlpha) * pow(sin2h, invAlpha * 0.5) * (0.5 * INV_PI);
}

float visibilityNeubelt(float nDotV, float nDotL)
{
    return 1.0 / max(4.0 * (nDotL + nDotV - nDotL * nDotV), EPSILON);
}

float distributionGGXAniso(float nDotH, float tDotH, float bDotH, float at, float ab)
{
    float a2 = at * ab;
    float3 d = float3(ab * tDotH, at * bDotH, a2 * nDotH);
    float w = a2 / max(dot(d, d), EPSILON);
    return a2 * w * w * INV_PI;
}

#endif
