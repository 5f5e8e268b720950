// Tone mapping, one curve a permutation (CURVE 0 Reinhard extended, 1 a rational
// curve, 2 the like in wide primaries, 3 piecewise filmic, 4 logarithmic, 5 chosen at
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

// Toe and shoulder in one rational curve.
float3 acesRational(float3 x)
{
    float3 n = x * (2.4 * x + 0.05);
    float3 d = x * (2.3 * x + 0.65) + 0.16;
    return saturate(n / d);
}

// The curve is applied in the wide AP1 primaries, which desaturates highlights.
float3 acesMatrix(float3 c)
{
    static const float3x3 rec709ToAp1 =
    {
        0.6131, 0.3395, 0.0474,
        0.0702, 0.9164, 0.0134,
        0.0206, 0.1096, 0.8698
    };
    static const float3x3 ap1ToRec709 =
    {
        1.7051, -0.6218, -0.0833,
        -0.1303, 1.1408, -0.0105,
        -0.0240, -0.1290, 1.1530
    };
    c = max(mul(rec709ToAp1, c), 0.0);
    c = 1.06 * c * (c + 0.02) / (c * (c + 0.45) + 0.23);
    return saturate(mul(ap1ToRec709, c));
}

// Three pieces: a quadratic toe, a line, a hyperbolic shoulder.
float filmicChannel(float x)
{
    float toe = 0.05 + 0.2 * toeStrength;
    float knee = 0.5 + 0.3 * (1.0 - shoulderStrength);
    float linearPart = x - toe * 0.5;
    float over = max(linearPart - knee, 0.0);
    float shoulder = knee + over / (1.0 + over * (1.0 + shoulderStrength));
    float upper = linearPart < knee ? linearPart : shoulder;
    return x < toe ? x * x / (2.0 * toe) : upper;
}

float3 filmic(float3 x)
{
    float white = filmicChannel(2.0 + whitePoint * 8.0);
    return saturate(float3(filmicChannel(x.r), filmicChannel(x.g), filmicChannel(x.b)) / max(white, 1e-3));
}

float3 logarithmic(float3 c)
{
    float3 l = saturate((log2(max(c, 1e-5)) + 10.0) / 16.0);
    // A fifth-order polynomial sigmoid with its middle lifted.
    float3 l2 = l * l;
    float3 s = l2 * l * (10.0 - 15.0 * l + 6.0 * l2);
    return saturate(s + 0.25 * l2 * (1.0 - l) * (1.0 - s));
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
