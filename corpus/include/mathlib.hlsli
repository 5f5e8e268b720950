// Small helpers that guard the usual singularities: zero vectors, division by
// zero, powers of negative numbers.
#ifndef MATHLIB_HLSLI
#define MATHLIB_HLSLI

static const float PI = 3.14159265359;
static const float INV_PI = 0.31830988618;
static const float EPSILON = 1e-5;

float sq(float x) { return x * x; }
float pow5(float x) { float x2 = x * x; return x2 * x2 * x; }
float maxComponent(float3 v) { return max(v.x, max(v.y, v.z)); }
float luminance(float3 c) { return dot(c, float3(0.2126, 0.7152, 0.0722)); }
float3 safeNormalize(float3 v) { return v * rsqrt(max(dot(v, v), 1e-10)); }
float2 safeNormalize(float2 v) { return v * rsqrt(max(dot(v, v), 1e-10)); }
float safePow(float x, float e) { return pow(max(abs(x), 1e-6), e); }
float remap(float v, float lo, float hi) { return saturate((v - lo) / max(hi - lo, EPSILON)); }

#endif
