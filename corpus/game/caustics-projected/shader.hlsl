// Caustics over the sea bed: two octaves of a pattern split into its colour
// channels, minimum of both, fade by water depth and by the light's angle.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer Caustics : register(b2)
{
    float4x4 lightProjection;
    float waterLevel;
    float causticScale;
    float causticSpeed;
    float colorSplit;
    float absorptionDepth;
};

Texture2D bedMap : register(t0);
Texture2D<float> causticMap : register(t1);
SamplerState wrapSampler : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float3 causticAt(float2 uv, float split)
{
    float3 c;
    c.r = causticMap.SampleBias(wrapSampler, uv + float2(split, split), -0.5);
    c.g = causticMap.SampleBias(wrapSampler, uv + float2(split, -split), -0.5);
    c.b = causticMap.SampleBias(wrapSampler, uv - float2(split, split), -0.5);
    return c;
}

float4 ps_main(MeshVaryings i) : SV_Target
{
    float2 uv = mul(lightProjection, float4(i.worldPos, 1)).xy * (1 + causticScale * 3);
    float move = time * causticSpeed * 0.3;
    float split = colorSplit * 0.03;
    float3 a = causticAt(uv + move, split);
    float3 b = causticAt(float2(-uv.y, uv.x) * 0.83 - move * 1.3, split);
    float depth = max(waterLevel + 0.5 - i.worldPos.y, 0);
    float3 n = safeNormalize(i.normal);
    float facing = saturate(dot(n, safeNormalize(sunDir)));
    float3 caustic = min(a, b) * facing * exp(-depth * (0.5 + absorptionDepth));
    float3 bed = bedMap.Sample(wrapSampler, i.uv).rgb;
    float3 tint = exp(-float3(1.2, 0.4, 0.3) * depth);
    return float4(bed * tint * (0.3 + facing * sunColor) + caustic * sunColor, 1);
}
