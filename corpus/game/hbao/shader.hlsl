// Horizon-based occlusion: four directions, each marched outwards; the highest
// horizon above the tangent counts. Nested loops, sincos, continue.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer Hbao : register(b1)
{
    float radiusPixels;
    float angleBias;
    float strength;
    int directionCount;
    int stepCount;
};

Texture2D<float> linearZ : register(t0);
Texture2D<float4> viewNormals : register(t1);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float3 fetchView(int2 px)
{
    int2 c = clamp(px, 0, (int2)max(screenSize.xy - 1.0, 1.0));
    float z = 1.0 + linearZ.Load(int3(c, 0)) * 4.0;
    return viewFromUv((c + 0.5) / max(screenSize.xy, 1.0), z);
}

float ps_main(ScreenVaryings i) : SV_Target
{
    int2 px = (int2)i.position.xy;
    float3 p = fetchView(px);
    float3 n = safeNormalize(viewNormals.Load(int3(px, 0)).xyz * 2 - 1);
    int directions = clamp(directionCount, 2, 6);
    int steps = clamp(stepCount, 2, 6);
    float stride = 1.0 + radiusPixels * 3.0;
    float jitter = ((px.x & 3) + (px.y & 3) * 4) / 16.0;

    float occlusion = 0;
    for (int d = 0; d < directions; ++d)
    {
        float s, c;
        sincos((d + jitter) * (2.0 * PI / directions), s, c);
        float horizon = saturate(angleBias) * 0.5;
        for (int k = 1; k <= steps; ++k)
        {
            int2 at = px + (int2)round(float2(c, s) * (k * stride));
            float3 v = fetchView(at) - p;
            float len2 = dot(v, v);
            if (len2 < 1e-6)
                continue;
            float rise = dot(v, n) * rsqrt(len2);
            float attenuation = saturate(1.0 - len2 * 0.25);
            if (rise > horizon)
            {
                occlusion += (rise - horizon) * attenuation;
                horizon = rise;
            }
        }
    }
    return saturate(1.0 - occlusion * strength / directions);
}
