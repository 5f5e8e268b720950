// Point light with a depth cube: the reference depth is made from the largest
// component of the light vector, twenty taps on a disc around the direction.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer PointLight : register(b2)
{
    float3 lightPosition;
    float lightRange;
    float3 lightColor;
    float shadowBias;
    float2 lightDepthParams;    // a, b of z = a + b / d
    float softness;
};

TextureCube<float> shadowCube : register(t0);
Texture2D albedoMap : register(t1);
SamplerComparisonState compareSampler : register(s0);
SamplerState wrapSampler : register(s1);

static const float3 discTaps[8] =
{
    float3(1, 1, 1), float3(1, -1, 1), float3(-1, -1, 1), float3(-1, 1, 1),
    float3(1, 1, -1), float3(1, -1, -1), float3(-1, -1, -1), float3(-1, 1, -1)
};

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 toPixel = i.worldPos - lightPosition * 4.0;
    float3 a = abs(toPixel);
    float major = max(max(a.x, max(a.y, a.z)), 1e-3);
    float reference = saturate(lightDepthParams.x + lightDepthParams.y / (1.0 + major) - shadowBias * 0.02);
    float spread = softness * 0.05 * major;

    float lit = shadowCube.SampleCmpLevelZero(compareSampler, toPixel, reference);
    [unroll]
    for (int k = 0; k < 8; ++k)
        lit += shadowCube.SampleCmpLevelZero(compareSampler, toPixel + discTaps[k] * spread, reference);
    lit /= 9.0;

    float dist = length(toPixel);
    float3 l = -toPixel / max(dist, 1e-3);
    float range = 2.0 + lightRange * 20.0;
    float falloff = sq(saturate(1.0 - sq(sq(dist / range)))) / (dist * dist + 1.0);
    float nDotL = saturate(dot(safeNormalize(i.normal), l));
    float3 albedo = albedoMap.Sample(wrapSampler, i.uv).rgb;
    return float4(albedo * (lightColor * (nDotL * falloff * lit * 8.0) + 0.1), 1);
}
