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
    float2(-0.94201624, -0.39906216), float2(0.94558609, -0.76890725), float2(-0.09418410, -0.92938870), float2(0.34495938, 0.29387760),
    float2(-0.91588581, 0.45771432), float2(-0.81544232, -0.87912464), float2(-0.38277543, 0.27676845), float2(0.97484398, 0.75648379),
    float2(0.44323325, -0.97511554), float2(0.53742981, -0.47373420), float2(-0.26496911, -0.41893023), float2(0.79197514, 0.19090188),
    float2(-0.24188840, 0.99706507), float2(-0.81409955, 0.91437590), float2(0.19984126, 0.78641367), float2(0.14383161, -0.14100790)
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
