// Cascades chosen by view depth with comparison arithmetic instead of a loop,
// blended over a band into the next slice; offsets rotated by a pixel hash.
#include "frame.hlsli"
#include "mathlib.hlsli"

cbuffer CascadeSetup : register(b2)
{
    float4x4 shadowMatrix;
    float4 cascadeSplits;
    float4 cascadeScale[4];
    float4 cascadeOffset[4];
    float blendBand;
    float filterRadius;
    float depthBias;
};

Texture2DArray shadowArray : register(t4);
SamplerComparisonState shadowCompare : register(s4);

static const float2 poisson[8] =
{
    float2(-0.0952, 0.1195), float2(0.9641, -0.0950), float2(0.2019, -0.9735), float2(-0.6097, -0.6698),
    float2(0.4922, 0.8417), float2(-0.6849, 0.6640), float2(0.3167, -0.3847), float2(-0.9644, -0.0078)
};

struct Varyings
{
    float4 clipPos : SV_Position;
    float4 shadowPos : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float viewDepth : TEXCOORD2;
};

Varyings vs_main(float3 position : POSITION, float3 normal : NORMAL)
{
    Varyings o;
    float4 p = mul(world, float4(position, 1));
    o.clipPos = mul(viewProj, p);
    o.shadowPos = mul(shadowMatrix, p);
    o.normal = mul((float3x3)normalMatrix, normal);
    o.viewDepth = o.clipPos.w;
    return o;
}

float filterCascade(float3 base, uint cascade, float2x2 rotation)
{
    float3 c = base * (0.5 + cascadeScale[cascade].xyz) + cascadeOffset[cascade].xyz * 0.1;
    float sum = 0;
    [unroll]
    for (int k = 0; k < 8; ++k)
    {
        float2 o = mul(rotation, poisson[k]) * filterRadius * 0.02;
        sum += shadowArray.SampleCmpLevelZero(shadowCompare, float3(c.xy + o, cascade), c.z - depthBias * 0.01);
    }
    return sum / 8;
}

float4 ps_main(Varyings i) : SV_Target
{
    float4 splits = float4(0.5, 1, 1.5, 2) + cascadeSplits * 2;
    float4 passed = i.viewDepth > splits;
    uint cascade = min((uint)dot(passed, 1), 3u);

    uint2 px = (uint2)i.clipPos.xy;
    float angle = ((px.x * 1973u + px.y * 9277u) & 255u) * (6.2831853 / 256.0);
    float s, c;
    sincos(angle, s, c);
    float2x2 rotation = float2x2(c, -s, s, c);

    float3 base = i.shadowPos.xyz * float3(0.5, -0.5, 1) + float3(0.5, 0.5, 0);
    float lit = filterCascade(base, cascade, rotation);
    float into = saturate((i.viewDepth - splits[cascade]) / max(blendBand, 0.05) + 1.0);
    [branch]
    if (into > 0.0 && cascade < 3u)
        lit = lerp(lit, filterCascade(base, cascade + 1u, rotation), into);

    float nDotL = saturate(dot(safeNormalize(i.normal), safeNormalize(sunDir)));
    return float4(objectTint.rgb * (sunColor * nDotL * lit + skyColor * 0.3), 1);
}
