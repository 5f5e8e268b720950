// Sphere-traced scene: smooth union, domain repetition, soft shadow, ambient
// occlusion, normal by tetrahedron in a loop that reads an immediate table.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer SdfScene : register(b1)
{
    float3 sdfLight;
    float blend;
    float4 sphere;
    float4 boxCentre;
    float3 boxSize;
    int marchLimit;
};

static const float3 tetra[4] = { float3(1, -1, -1), float3(-1, -1, 1), float3(-1, 1, -1), float3(1, 1, 1) };

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float smoothMin(float a, float b, float k)
{
    float h = saturate(0.5 + 0.5 * (b - a) / k);
    return lerp(b, a, h) - k * h * (1 - h);
}

float box(float3 p, float3 b, float r)
{
    float3 q = abs(p) - b;
    return length(max(q, 0)) + min(max(q.x, max(q.y, q.z)), 0) - r;
}

float2 scene(float3 p)
{
    float s = length(p - (sphere.xyz - 0.5)) - (0.3 + sphere.w * 0.3);
    float b = box(p - (boxCentre.xyz - 0.5), 0.15 + boxSize * 0.25, 0.05);
    float3 r = p;
    r.xz = frac(r.xz + 0.5) - 0.5;
    float pillars = length(r.xz) - 0.05;
    float body = smoothMin(s, b, 0.05 + blend * 0.3);
    float ground = p.y + 0.9;
    float2 result = body < pillars ? float2(body, 1) : float2(pillars, 2);
    return ground < result.x ? float2(ground, 0) : result;
}

float3 normalAt(float3 p)
{
    float3 n = 0;
    [loop]
    for (int k = 0; k < 4; ++k)
        n += tetra[k] * scene(p + tetra[k] * 0.002).x;
    return safeNormalize(n);
}

float softShadow(float3 o, float3 d)
{
    float lit = 1;
    float t = 0.03;
    [loop]
    for (int k = 0; k < 16; ++k)
    {
        float h = scene(o + d * t).x;
        lit = min(lit, 8 * h / t);
        t += clamp(h, 0.03, 0.3);
        if (lit < 0.005 || t > 3)
            break;
    }
    return saturate(lit);
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float3 o = float3(0, 0.2, -2.2);
    float3 d = safeNormalize(float3((i.uv * 2 - 1) * float2(1, -1), 1.6));
    int limit = clamp(marchLimit, 24, 48);
    float t = 0.1;
    float id = -1;
    [loop]
    for (int k = 0; k < limit; ++k)
    {
        float2 h = scene(o + d * t);
        if (h.x < 0.002 * t)
        {
            id = h.y;
            break;
        }
        t += h.x;
        if (t > 8)
            break;
    }
    float3 sky = lerp(float3(0.6, 0.7, 0.8), float3(0.2, 0.4, 0.8), saturate(d.y));
    if (id < 0)
        return float4(sky, 1);
    float3 p = o + d * t;
    float3 n = normalAt(p);
    float3 l = safeNormalize(sdfLight * 2 - 0.8 + float3(0, 1, -0.5));
    float3 albedo = id < 0.5 ? (frac(floor(p.x * 2) * 0.5 + floor(p.z * 2) * 0.5) < 0.25 ? 0.3 : 0.6)
                  : id < 1.5 ? float3(0.8, 0.3, 0.2) : float3(0.3, 0.6, 0.3);
    float ao = saturate(scene(p + n * 0.1).x * 10);
    float3 color = albedo * (saturate(dot(n, l)) * softShadow(p + n * 0.01, l) + 0.25 * ao);
    return float4(lerp(color, sky, saturate(t * 0.1)), 1);
}
