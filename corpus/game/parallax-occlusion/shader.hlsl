// Parallax occlusion mapping: a march in tangent space whose step count depends
// on the view angle, with gradients taken before the loop, and a soft shadow
// march. Dynamic loop with early exit and SampleGrad inside.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer Parallax : register(b2)
{
    float heightScale;
    int minSteps;
    int maxSteps;
    float shadowStrength;
    float4 parallaxTint;
};

Texture2D albedoMap : register(t0);
Texture2D normalHeightMap : register(t1);
SamplerState wrapSampler : register(s0);

struct Varyings
{
    float4 clipPos : SV_Position;
    float2 uv : TEXCOORD0;
    float3 viewTS : TEXCOORD1;
    float3 lightTS : TEXCOORD2;
};

Varyings vs_main(MeshVertex v)
{
    MeshVaryings m = mesh_vs(v);
    float3 n = safeNormalize(m.normal);
    float3 t = safeNormalize(m.tangent.xyz);
    float3x3 toTangent = float3x3(t, cross(n, t) * m.tangent.w, n);
    Varyings o;
    o.clipPos = m.clipPos;
    o.uv = v.uv;
    o.viewTS = mul(toTangent, cameraPos - m.worldPos);
    o.lightTS = mul(toTangent, sunDir);
    return o;
}

float4 ps_main(Varyings i) : SV_Target
{
    float3 v = safeNormalize(i.viewTS);
    float3 l = safeNormalize(i.lightTS);
    float2 dx = ddx(i.uv);
    float2 dy = ddy(i.uv);
    int low = clamp(minSteps, 4, 8);
    int high = clamp(maxSteps, 8, 32);
    int steps = (int)lerp((float)high, (float)low, saturate(abs(v.z)));

    float stepHeight = 1.0 / steps;
    float2 delta = -v.xy / max(abs(v.z), 0.1) * (heightScale * 0.1) * stepHeight;
    float2 uv = i.uv;
    float2 previousUv = uv;
    float ray = 1.0;
    float previousRay = 1.0;
    float surface = normalHeightMap.SampleGrad(wrapSampler, uv, dx, dy).a;
    float previousSurface = surface;

    [loop]
    for (int s = 0; s < steps; s++)
    {
        if (surface >= ray)
            break;
        previousUv = uv;
        previousRay = ray;
        previousSurface = surface;
        uv += delta;
        ray -= stepHeight;
        surface = normalHeightMap.SampleGrad(wrapSampler, uv, dx, dy).a;
    }
    float before = previousRay - previousSurface;
    float after = surface - ray;
    float t = before / max(before + after, 1e-4);
    uv = lerp(previousUv, uv, saturate(t));

    float shadow = 0.0;
    if (l.z > 0.05)
    {
        float start = normalHeightMap.SampleGrad(wrapSampler, uv, dx, dy).a;
        float2 lightStep = l.xy / l.z * (heightScale * 0.1) * 0.125;
        [unroll]
        for (int k = 1; k <= 8; k++)
        {
            float h = normalHeightMap.SampleGrad(wrapSampler, uv + lightStep * k, dx, dy).a;
            float lit = start + (1.0 - start) * (k * 0.125);
            shadow = max(shadow, (h - lit) * (1.0 - k * 0.125) * 4.0);
        }
    }

    float3 n = normalHeightMap.SampleGrad(wrapSampler, uv, dx, dy).xyz * 2.0 - 1.0;
    n = safeNormalize(n + float3(0, 0, 1));
    float3 albedo = albedoMap.SampleGrad(wrapSampler, uv, dx, dy).rgb * parallaxTint.rgb;
    float light = saturate(dot(n, l)) * (1.0 - saturate(shadow * shadowStrength));
    return float4(albedo * (light * sunColor + skyColor * 0.3), 1.0);
}
