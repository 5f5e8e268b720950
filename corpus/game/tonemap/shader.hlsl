// Tone mapping, one curve a permutation (CURVE 0 Reinhard extended, 1 rational
// ACES fit, 2 matrix ACES fit, 3 piecewise filmic, 4 logarithmic, 5 chosen at
// run time), exposure from a 1x1 texture, sRGB output encoding.
#include "fullscreen.hlsli"
#include "color.hlsli"

#ifndef CURVE
#define CURVE 0
#endif

cbuffer Tonemap : register(b1)
{
    float exposureCompensation;
    float whitePoint;
    float toeStrength;
    float shoulderStrength;
    float contrast;
    float saturation;
    int curveIndex;
};

Texture2D hdrColor : register(t0);
Texture2D<float> exposureTexture : register(t1);
SamplerState pointClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float3 reinhardExtended(float3 c)
{
    float white = 1.0 + whitePoint * 4.0;
    float l = luminance(c);
    float mapped = l * (1.0 + l / (white * white)) / (1.0 + l);
    return c * (mapped / max(l, 1e-4));
}

float3 acesRational(float3 x)
{
    return saturate((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
}

float3 acesMatrix(float3 c)
{
    static const float3x3 toRrt =
    {
        0.59719, 0.35458, 0.04823,
        0.07600, 0.90834, 0.01566,
        0.02840, 0.13383, 0.83777
    };
    static const float3x3 fromOdt =
    {
        1.60475, -0.53108, -0.07367,
        -0.10208, 1.10813, -0.00605,
        -0.00327, -0.07276, 1.07602
    };
    c = mul(toRrt, c);
    c = (c * (c + 0.0245786) - 0.000090537) / (c * (0.983729 * c + 0.4329510) + 0.238081);
    return saturate(mul(fromOdt, c));
}

float filmicChannel(float x)
{
    float a = 0.1 + 0.3 * shoulderStrength;
    float b = 0.3;
    float c = 0.1;
    float d = 0.1 + 0.2 * toeStrength;
    float e = 0.02;
    float f = 0.3;
    return ((x * (a * x + c * b) + d * e) / max(x * (a * x + b) + d * f, 1e-4)) - e / f;
}

float3 filmic(float3 x)
{
    float white = filmicChannel(2.0 + whitePoint * 8.0);
    return saturate(float3(filmicChannel(x.r), filmicChannel(x.g), filmicChannel(x.b)) / max(white, 1e-3));
}

float3 logarithmic(float3 c)
{
    float3 l = saturate((log2(max(c, 1e-5)) + 10.0) / 16.0);
    // A sixth-order polynomial sigmoid.
    float3 l2 = l * l;
    float3 l4 = l2 * l2;
    return saturate(15.5 * l4 * l2 - 40.14 * l4 * l + 31.96 * l4 - 6.868 * l2 * l + 0.4298 * l2 + 0.1191 * l - 0.00232);
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float3 c = hdrColor.Sample(pointClamp, i.uv).rgb;
    float exposure = exposureTexture.Load(int3(0, 0, 0));
    c *= (0.5 + exposure) * exp2(exposureCompensation);

    float grey = luminance(c);
    c = max(lerp(grey, c, 0.5 + saturation), 0.0);
    c = 0.18 * pow(max(c / 0.18, 1e-5), 0.75 + contrast * 0.5);
#if CURVE == 0
    c = reinhardExtended(c);
#elif CURVE == 1
    c = acesRational(c);
#elif CURVE == 2
    c = acesMatrix(c);
#elif CURVE == 3
    c = filmic(c);
#elif CURVE == 4
    c = logarithmic(c);
#else
    [forcecase]
    switch (curveIndex)
    {
    case 0: c = reinhardExtended(c); break;
    case 1: c = acesRational(c); break;
    case 2: c = acesMatrix(c); break;
    case 3: c = filmic(c); break;
    case 4: c = logarithmic(c); break;
    default: c = saturate(c); break;
    }
#endif
    return float4(linearToSrgb(c), 1);
}
