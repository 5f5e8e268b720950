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

// A cheap fit of the split-sum environment term: the scale of f0 falls with
// roughness, the bias rises towards grazing angles and is damped by roughness.
float3 environmentBrdfApprox(float3 f0, float roughness, float nDotV)
{
    float grazing = exp2(-8.0 * saturate(nDotV));
    float smoothness = 1.0 - roughness;
    float bias = grazing * (0.05 + 0.6 * smoothness * smoothness);
    float scale = lerp(1.0, 0.55, roughness) - bias;
    return f0 * scale + bias;
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
