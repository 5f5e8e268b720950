// Environment prefilter: Hammersley points by reversebits, GGX importance
// sampling in a loop, mip by solid angle; the face's basis from a switch.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer Prefilter : register(b1)
{
    uint cubeFace;
    float filterRoughness;
    uint filterSamples;
    float sourceSize;
};

TextureCube<float4> sourceCube : register(t0);
SamplerState trilinear : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float3 faceDirection(uint face, float2 p)
{
    switch (face)
    {
    case 0: return float3(1, -p.y, -p.x);
    case 1: return float3(-1, -p.y, p.x);
    case 2: return float3(p.x, 1, p.y);
    case 3: return float3(p.x, -1, -p.y);
    case 4: return float3(p.x, -p.y, 1);
    default: return float3(-p.x, -p.y, -1);
    }
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float3 n = safeNormalize(faceDirection(cubeFace, i.uv * 2 - 1));
    float3 up = abs(n.z) < 0.999 ? float3(0, 0, 1) : float3(1, 0, 0);
    float3 t = safeNormalize(cross(up, n));
    float3 b = cross(n, t);
    float a = max(sq(filterRoughness), 0.01);
    uint count = clamp(filterSamples, 4u, 16u);
    float3 sum = 0;
    float weight = 0;
    [loop]
    for (uint k = 0; k < count; ++k)
    {
        float2 xi = float2((k + 0.5) / count, reversebits(k) * 2.3283064365386963e-10);
        float cosT = sqrt((1 - xi.y) / (1 + (a * a - 1) * xi.y));
        float sinT = sqrt(saturate(1 - cosT * cosT));
        float s, c;
        sincos(2 * PI * xi.x, s, c);
        float3 h = t * (sinT * c) + b * (sinT * s) + n * cosT;
        float3 l = 2 * dot(n, h) * h - n;
        float nl = dot(n, l);
        if (nl <= 0)
            continue;
        float d = sq(a) / max(PI * sq(cosT * cosT * (sq(a) - 1) + 1), 1e-5);
        float pdf = d * 0.25 + 1e-4;
        float texelAngle = 4 * PI / (6 * sq(8 + sourceSize * 56));
        float mip = 0.5 * log2(max(1 / (count * pdf) / texelAngle, 1e-4));
        sum += sourceCube.SampleLevel(trilinear, l, clamp(mip, 0, 6)).rgb * nl;
        weight += nl;
    }
    return float4(sum / max(weight, 1e-3), 1);
}
