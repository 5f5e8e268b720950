// Hemisphere ambient occlusion: 12 constant kernel directions reflected by a
// 4x4 noise texture, range check, view-space normals rebuilt from depth.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

#define KERNEL 12

cbuffer Ssao : register(b1)
{
    float radius;
    float bias;
    float intensity;
    float falloff;
};

Texture2D<float> depthTexture : register(t0);
Texture2D<float4> rotationNoise : register(t1);
SamplerState pointClamp : register(s0);
SamplerState pointWrap : register(s1);

static const float3 kernel[KERNEL] =
{
    float3(0.09, 0.03, 0.05), float3(-0.05, 0.11, 0.08), float3(0.02, -0.15, 0.10), float3(-0.18, -0.06, 0.12),
    float3(0.20, 0.16, 0.13), float3(-0.14, 0.27, 0.16), float3(0.31, -0.20, 0.17), float3(-0.40, 0.09, 0.22),
    float3(0.16, 0.47, 0.27), float3(0.51, -0.28, 0.30), float3(-0.43, -0.52, 0.36), float3(-0.62, 0.45, 0.44)
};

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float3 viewPos(float2 uv)
{
    return viewFromUv(uv, linearDepth(depthTexture.SampleLevel(pointClamp, uv, 0)));
}

float ps_main(ScreenVaryings i) : SV_Target
{
    float3 p = viewPos(i.uv);
    float3 right = viewPos(i.uv + float2(screenSize.z, 0)) - p;
    float3 up = viewPos(i.uv - float2(0, screenSize.w)) - p;
    float3 n = safeNormalize(cross(up, right));
    float3 r = rotationNoise.SampleLevel(pointWrap, i.position.xy * 0.25, 0).xyz * 2 - 1;
    float3 t = safeNormalize(r - n * dot(r, n));
    float3x3 basis = float3x3(t, cross(n, t), n);
    float size = 0.1 + radius;

    float occlusion = 0;
    [loop]
    for (int k = 0; k < KERNEL; ++k)
    {
        float3 s = p + mul(kernel[k], basis) * size;
        float2 ndc = s.xy / (max(s.z, 0.01) * (0.2 + abs(projParams.xy)));
        float2 uv = saturate(ndc * float2(0.5, -0.5) + 0.5);
        float there = linearDepth(depthTexture.SampleLevel(pointClamp, uv, 0));
        float inRange = smoothstep(0.0, 1.0, size / max(abs(p.z - there), 1e-3));
        occlusion += (there <= s.z - bias * 0.05 ? 1.0 : 0.0) * inRange;
    }
    return safePow(1.0 - saturate(occlusion / KERNEL * intensity), 1.0 + falloff);
}
