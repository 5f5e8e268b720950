// Gradient noise by integer hash, one kind a permutation: KIND 0 Perlin with
// four octaves, 1 simplex, 2 Worley (F1, F2 over 3x3 cells), 3 curl-warped
// value noise.
#include "fullscreen.hlsli"
#include "noise.hlsli"

#ifndef KIND
#define KIND 0
#endif

cbuffer NoiseParams : register(b1)
{
    float2 noiseOffset;
    float noiseScale;
    float noiseGain;
};

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float2 gradient(int2 cell)
{
    uint h = hash2(cell);
    float2 g = float2((h & 0xffffu), (h >> 16)) * (2.0 / 65535.0) - 1.0;
    return g;
}

float perlin(float2 p)
{
    float2 f = floor(p);
    int2 i = (int2)f;
    float2 t = p - f;
    float2 u = t * t * t * (t * (t * 6 - 15) + 10);
    float a = dot(gradient(i), t);
    float b = dot(gradient(i + int2(1, 0)), t - float2(1, 0));
    float c = dot(gradient(i + int2(0, 1)), t - float2(0, 1));
    float d = dot(gradient(i + int2(1, 1)), t - 1);
    return lerp(lerp(a, b, u.x), lerp(c, d, u.x), u.y);
}

float simplex(float2 p)
{
    const float skew = 0.36602540;
    const float unskew = 0.21132487;
    int2 base = (int2)floor(p + (p.x + p.y) * skew);
    float2 first = p - (base - (base.x + base.y) * unskew);
    int2 middle = first.x > first.y ? int2(1, 0) : int2(0, 1);
    float sum = 0;
    [unroll]
    for (int k = 0; k < 3; ++k)
    {
        int2 corner = k == 0 ? int2(0, 0) : k == 1 ? middle : int2(1, 1);
        float2 d = first - corner + (corner.x + corner.y) * unskew;
        float fall = saturate(0.5 - dot(d, d));
        sum += fall * fall * fall * fall * dot(gradient(base + corner), d);
    }
    return sum * 70;
}

float2 worley(float2 p)
{
    int2 cell = (int2)floor(p);
    float2 best = 8;
    [loop]
    for (int y = -1; y <= 1; ++y)
    {
        [loop]
        for (int x = -1; x <= 1; ++x)
        {
            int2 at = cell + int2(x, y);
            uint h = hash2(at);
            float2 feature = at + float2(h & 0xffffu, h >> 16) / 65536.0;
            float2 d = feature - p;
            float dist = dot(d, d);
            if (dist < best.x)
                best = float2(dist, best.x);
            else if (dist < best.y)
                best.y = dist;
        }
    }
    return sqrt(best);
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float2 p = i.uv * (4 + noiseScale * 12) + noiseOffset;
#if KIND == 0
    float sum = 0, amplitude = 0.5 + noiseGain * 0.2;
    for (int o = 0; o < 4; ++o)
    {
        sum += perlin(p) * amplitude;
        p = p * 2 + 17;
        amplitude *= 0.5;
    }
    return float4((sum * 0.5 + 0.5).xxx, 1);
#elif KIND == 1
    float n = simplex(p);
    return float4(n * 0.5 + 0.5, abs(n), step(0, n), 1);
#elif KIND == 2
    float2 f = worley(p);
    return float4(f.x, f.y, f.y - f.x, 1);
#else
    const float e = 0.1;
    float nx = valueNoise(p + float2(0, e)) - valueNoise(p - float2(0, e));
    float ny = valueNoise(p - float2(e, 0)) - valueNoise(p + float2(e, 0));
    float warped = valueNoise(float3(p + float2(nx, ny) * noiseGain * 4, passTime));
    return float4(warped, nx + 0.5, ny + 0.5, 1);
#endif
}
