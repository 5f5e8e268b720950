// Percentage-closer soft shadows: blocker search with plain sampling of the
// depth texture, then a filter whose width follows the penumbra. The same
// texture is read with an ordinary and with a comparison sampler.
#include "frame.hlsli"
#include "mathlib.hlsli"

#define TAPS 16

cbuffer SoftShadow : register(b2)
{
    float4x4 lightMatrix;
    float lightSize;
    float maxPenumbra;
    float bias;
};

Texture2D<float> shadowDepth : register(t0);
SamplerState pointSampler : register(s0);
SamplerComparisonState compareSampler : register(s1);

static const float2 kDisk[TAPS] =
{
    float2(0.1841, -0.1525), float2(-0.7068, 0.6749), float2(0.3784, 0.8944), float2(-0.8323, -0.5043),
    float2(0.9499, 0.2457), float2(0.2507, -0.8438), float2(-0.6891, 0.0859), float2(-0.0868, 0.5315),
    float2(0.7753, -0.2779), float2(-0.3363, -0.7180), float2(0.3275, 0.3000), float2(-0.2979, -0.1382),
    float2(0.7230, 0.5916), float2(0.6489, -0.7586), float2(-0.3178, 0.8925), float2(0.5591, -0.0143)
};

struct Varyings
{
    float4 clipPos : SV_Position;
    float3 shadowCoord : TEXCOORD0;
    float3 normal : TEXCOORD1;
};

Varyings vs_main(float3 position : POSITION, float3 normal : NORMAL)
{
    Varyings o;
    float4 p = mul(world, float4(position, 1));
    o.clipPos = mul(viewProj, p);
    float4 s = mul(lightMatrix, p);
    o.shadowCoord = float3(s.xy * float2(0.5, -0.5) + 0.5, s.z);
    o.normal = mul((float3x3)normalMatrix, normal);
    return o;
}

float4 ps_main(Varyings i) : SV_Target
{
    float3 c = i.shadowCoord;
    float receiver = saturate(c.z) - bias * 0.01;
    float search = (0.02 + lightSize * 0.05);
    float blockerSum = 0;
    float blockers = 0;
    [loop]
    for (int k = 0; k < TAPS; ++k)
    {
        float d = shadowDepth.SampleLevel(pointSampler, c.xy + kDisk[k] * search, 0);
        if (d < receiver)
        {
            blockerSum += d;
            blockers += 1;
        }
    }
    float lit = 1;
    if (blockers > 0.5)
    {
        float average = blockerSum / blockers;
        float penumbra = saturate((receiver - average) / max(average, 0.05)) * (0.01 + maxPenumbra * 0.05);
        lit = 0;
        [loop]
        for (int t = 0; t < TAPS; ++t)
            lit += shadowDepth.SampleCmpLevelZero(compareSampler, c.xy + kDisk[t] * penumbra, receiver);
        lit /= TAPS;
    }
    float nDotL = saturate(dot(safeNormalize(i.normal), safeNormalize(sunDir)));
    return float4(objectTint.rgb * (sunColor * nDotL * lit + 0.2), 1);
}
