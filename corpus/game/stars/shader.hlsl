// Night sky: hashed star cells on a cube projection, twinkle, a moon disc with
// phase by a second sphere, milky-way band from a texture.
#include "frame.hlsli"
#include "mathlib.hlsli"
#include "noise.hlsli"

cbuffer Night : register(b2)
{
    float starDensity;
    float twinkleSpeed;
    float moonSize;
    float moonPhase;
    float3 moonDirection;
    float bandStrength;
};

Texture2D milkyWay : register(t0);
SamplerState wrapSampler : register(s0);

struct V { float4 pos : SV_Position; float3 dir : TEXCOORD0; };

V vs_main(float3 position : POSITION)
{
    V o;
    o.dir = position;
    float4 p = mul(viewProj, float4(position * 10 + cameraPos, 1));
    o.pos = p.xyww;
    return o;
}

float4 ps_main(V i) : SV_Target
{
    float3 d = safeNormalize(i.dir);
    float3 a = abs(d);
    float2 face;
    int id;
    if (a.x >= a.y && a.x >= a.z) { face = d.yz / a.x; id = d.x > 0 ? 0 : 1; }
    else if (a.y >= a.z)          { face = d.xz / max(a.y, 1e-3); id = d.y > 0 ? 2 : 3; }
    else                          { face = d.xy / max(a.z, 1e-3); id = d.z > 0 ? 4 : 5; }
    float2 cellPos = (face * 0.5 + 0.5) * (8 + starDensity * 24);
    int2 cell = (int2)floor(cellPos);
    uint h = hash3(int3(cell, id));
    float2 at = float2(h & 255u, (h >> 8) & 255u) / 255.0 * 0.6 + 0.2;
    float magnitude = ((h >> 16) & 255u) / 255.0;
    float spot = saturate(1 - length(frac(cellPos) - at) * 6);
    float twinkle = 0.7 + 0.3 * sin(time * (1 + twinkleSpeed * 4) + (h >> 24));
    float star = spot * spot * magnitude * magnitude * twinkle;
    float3 tint = lerp(float3(1, 0.8, 0.6), float3(0.7, 0.8, 1), magnitude);

    float3 m = safeNormalize(moonDirection + float3(0.01, 0, 0));
    float angle = dot(d, m);
    float size = 0.9 + 0.09 * saturate(1 - moonSize);
    float disc = smoothstep(size, size + 0.004, angle);
    float3 side = safeNormalize(cross(m, float3(0.1, 1, 0.2)));
    float lit = smoothstep(-0.05, 0.05, dot(d - m, side) + (moonPhase - 0.5) * 0.5);

    float2 bandUv = float2(atan2(d.z, d.x + (d.x == 0 ? 1e-4 : 0)) * (0.5 * INV_PI), d.y * 0.5 + 0.5);
    float3 band = milkyWay.SampleLevel(wrapSampler, bandUv, 0).rgb * exp(-sq(d.y * 3)) * bandStrength;
    return float4(band + star * tint * (1 - disc) + disc * lit, 1);
}
