// Ray against a small list of boxes, spheres and planes kept in constant
// arrays of structs: slab test, quadratic, nearest hit with its index, one
// bounce. Loops with continue, int indices, struct copies.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

struct Primitive
{
    float3 centre;
    float radius;
    float3 extent;
    int kind;
    float4 color;
};

cbuffer RayScene : register(b1)
{
    Primitive primitives[6];
    int primitiveCount;
    float3 rayLight;
};

struct Hit
{
    float t;
    float3 normal;
    int index;
};

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

Hit trace(float3 o, float3 d, int skip)
{
    Hit h;
    h.t = 100;
    h.normal = 0;
    h.index = -1;
    int n = clamp(primitiveCount, 1, 6);
    [loop]
    for (int k = 0; k < n; ++k)
    {
        if (k == skip)
            continue;
        Primitive p = primitives[k];
        float3 oc = o - (p.centre * 2 - 1);
        if ((p.kind & 1) == 0)
        {
            float r = 0.2 + p.radius * 0.4;
            float b = dot(oc, d);
            float c = dot(oc, oc) - r * r;
            float disc = b * b - c;
            if (disc < 0)
                continue;
            float t = -b - sqrt(disc);
            if (t > 0.01 && t < h.t)
            {
                h.t = t;
                h.normal = (oc + d * t) / r;
                h.index = k;
            }
        }
        else
        {
            float3 e = 0.1 + p.extent * 0.4;
            float3 inv = 1 / (abs(d) < 1e-4 ? 1e-4 : d);
            float3 a = (-e - oc) * inv;
            float3 b = (e - oc) * inv;
            float3 lo = min(a, b), hi = max(a, b);
            float tn = max(lo.x, max(lo.y, lo.z));
            float tf = min(hi.x, min(hi.y, hi.z));
            if (tn < tf && tn > 0.01 && tn < h.t)
            {
                h.t = tn;
                h.normal = -sign(d) * step(lo.yzx, lo.xyz) * step(lo.zxy, lo.xyz);
                h.index = k;
            }
        }
    }
    return h;
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float3 o = float3(0, 0, -3);
    float3 d = safeNormalize(float3((i.uv * 2 - 1) * float2(1, -1), 1.5));
    float3 sky = lerp(0.8, float3(0.3, 0.5, 0.9), saturate(d.y * 0.5 + 0.5));
    Hit h = trace(o, d, -1);
    [branch]
    if (h.index < 0)
        return float4(sky, 1);
    float3 l = safeNormalize(rayLight + float3(0.1, 0.5, -0.5));
    float3 p = o + d * h.t;
    float lit = saturate(dot(h.normal, l));
    if (lit > 0)
    {
        Hit s = trace(p + h.normal * 0.01, l, h.index);
        lit *= s.index < 0 ? 1.0 : 0.3;
    }
    float3 c = primitives[h.index].color.rgb * (lit + 0.2);
    return float4(c, 1);
}
