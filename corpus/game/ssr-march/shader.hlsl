// Screen-space reflections: march in view space with growing steps, a binary
// refinement on a hit, fades at the border, mip by roughness. Loop with break
// inside a nested branch.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer Ssr : register(b1)
{
    float4x4 viewToClip;
    float maxDistance;
    float thickness;
    float fadeBorder;
    int marchSteps;
};

Texture2D<float> depthTexture : register(t0);
Texture2D viewNormals : register(t1);   // a roughness
Texture2D sceneColor : register(t2);
TextureCube fallbackCube : register(t3);
SamplerState pointClamp : register(s0);
SamplerState linearClamp : register(s1);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float2 project(float3 p)
{
    float4 c = mul(viewToClip, float4(p, 1));
    return c.xy / max(abs(c.w), 1e-3) * float2(0.5, -0.5) + 0.5;
}

float depthAt(float2 uv) { return linearDepth(depthTexture.SampleLevel(pointClamp, uv, 0)); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float z = depthAt(i.uv);
    float3 p = viewFromUv(i.uv, z);
    float4 nr = viewNormals.SampleLevel(pointClamp, i.uv, 0);
    float3 n = safeNormalize(nr.xyz * 2 - 1);
    float3 v = safeNormalize(p);
    float3 r = reflect(v, n);
    int steps = clamp(marchSteps, 8, 24);
    float stepLength = (0.5 + maxDistance) / steps;
    float tolerance = 0.05 + thickness * 0.5;

    float3 q = p;
    float2 hitUv = 0;
    float hit = 0;
    [loop]
    for (int k = 0; k < steps; ++k)
    {
        float3 from = q;
        q += r * stepLength;
        stepLength *= 1.1;
        float2 uv = project(q);
        if (any(uv < 0.0) || any(uv > 1.0))
            break;
        float diff = q.z - depthAt(uv);
        if (diff > 0.0)
        {
            if (diff < tolerance)
            {
                float3 lo = from, hi = q;
                [unroll]
                for (int b = 0; b < 4; ++b)
                {
                    float3 mid = (lo + hi) * 0.5;
                    if (mid.z > depthAt(project(mid)))
                        hi = mid;
                    else
                        lo = mid;
                }
                hitUv = saturate(project(hi));
                hit = 1.0 - (float)k / steps;
            }
            break;
        }
    }
    float2 border = saturate(min(hitUv, 1.0 - hitUv) / max(fadeBorder * 0.3, 0.02));
    hit *= border.x * border.y * saturate(r.z + 0.5);
    float3 env = fallbackCube.SampleLevel(linearClamp, r, nr.a * 5.0).rgb;
    float3 screen = sceneColor.SampleLevel(linearClamp, hitUv, nr.a * 4.0).rgb;
    return float4(lerp(env, screen, hit), hit);
}
