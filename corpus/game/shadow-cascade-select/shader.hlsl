// Cascaded shadow maps in a depth array: a loop finds the tightest cascade
// that holds the point, then 3x3 PCF with SampleCmpLevelZero.
#include "mesh.hlsli"
#include "mathlib.hlsli"

#define CASCADES 4

cbuffer Cascades : register(b2)
{
    float4x4 cascadeMatrix[CASCADES];
    float4 cascadeBias;
    float shadowTexel;
    float normalOffset;
    bool showCascades;
};

Texture2DArray<float> shadowArray : register(t0);
Texture2D albedoMap : register(t1);
SamplerComparisonState shadowSampler : register(s0);
SamplerState albedoSampler : register(s1);

static const float3 cascadeTint[CASCADES] =
{
    float3(1.0, 0.5, 0.5), float3(0.5, 1.0, 0.5), float3(0.5, 0.5, 1.0), float3(1.0, 1.0, 0.5)
};

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 n = safeNormalize(i.normal);
    float3 p = i.worldPos + n * normalOffset * 0.02;
    int cascade = CASCADES;
    float3 coord = 0;
    [loop]
    for (int c = 0; c < CASCADES; ++c)
    {
        float3 t = mul(cascadeMatrix[c], float4(p, 1)).xyz;
        t.xy = t.xy * float2(0.5, -0.5) + 0.5;
        if (all(t.xy > 0.02) && all(t.xy < 0.98) && t.z > 0.0 && t.z < 1.0)
        {
            cascade = c;
            coord = t;
            break;
        }
    }

    float lit = 1.0;
    float3 tint = 1.0;
    if (cascade < CASCADES)
    {
        float bias = cascadeBias[cascade] * 0.01;
        float texel = shadowTexel * 0.02;
        lit = 0.0;
        [unroll]
        for (int y = -1; y <= 1; ++y)
        {
            [unroll]
            for (int x = -1; x <= 1; ++x)
                lit += shadowArray.SampleCmpLevelZero(shadowSampler, float3(coord.xy + float2(x, y) * texel, cascade), coord.z - bias);
        }
        lit *= 1.0 / 9.0;
        if (showCascades)
            tint = cascadeTint[cascade];
    }
    float3 albedo = albedoMap.Sample(albedoSampler, i.uv).rgb * tint;
    float3 light = sunColor * (saturate(dot(n, safeNormalize(sunDir))) * lit) + lerp(groundColor, skyColor, n.y * 0.5 + 0.5) * 0.4;
    return float4(albedo * light, 1);
}
