// Transfer functions, colour spaces and tone curves.
#ifndef COLOR_HLSLI
#define COLOR_HLSLI

#include "mathlib.hlsli"

float3 linearToSrgb(float3 c)
{
    c = max(c, 0.0);
    float3 low = c * 12.92;
    float3 high = 1.055 * pow(max(c, 1e-6), 1.0 / 2.4) - 0.055;
    return c <= 0.0031308 ? low : high;
}

float3 srgbToLinear(float3 c)
{
    float3 low = c / 12.92;
    float3 high = pow(max((c + 0.055) / 1.055, 1e-6), 2.4);
    return c <= 0.04045 ? low : high;
}

float3 rgbToYCoCg(float3 c)
{
    return float3(dot(c, float3(0.25, 0.5, 0.25)), dot(c, float3(0.5, 0.0, -0.5)), dot(c, float3(-0.25, 0.5, -0.25)));
}

float3 yCoCgToRgb(float3 c)
{
    return float3(c.x + c.y - c.z, c.x + c.z, c.x - c.y - c.z);
}

#endif
