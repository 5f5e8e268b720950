// Grass blades per instance: transform packed in two float4, bend as a
// quadratic curve, gusts from a scrolling noise texture in the vertex shader.
#include "frame.hlsli"

cbuffer Grass : register(b2)
{
    float2 windDirection;
    float windSpeed;
    float windStrength;
    float4 baseTint;
    float4 tipTint;
    float3 pusher;
    float pusherRadius;
};

Texture2D windNoise : register(t0);
SamplerState wrapSampler : register(s0);

struct GrassVaryings
{
    float4 pos : SV_Position;
    float3 color : COLOR0;
    float3 normal : NORMAL;
};

GrassVaryings vs_main(float3 blade : POSITION, float4 placement : INSTANCE_TRANSFORM0, float4 shape : INSTANCE_TRANSFORM1)
{
    float s, c;
    sincos(placement.w, s, c);
    float height = blade.y;
    float3 local = blade * float3(0.1 + shape.y * 0.1, shape.x, 1);
    float3 p = float3(local.x * c + local.z * s, local.y, local.z * c - local.x * s) + placement.xyz;

    float2 gustUv = placement.xz * 0.1 + windDirection * (time * windSpeed);
    float gust = windNoise.SampleLevel(wrapSampler, gustUv, 0).r * 2 - 1;
    float bend = height * height * shape.z;
    p.xz += (windDirection * gust + windDirection * 0.3 * sin(time * 7 + shape.w * 6.28)) * windStrength * bend;

    float2 away = p.xz - pusher.xz;
    float d = length(away);
    float push = saturate(1 - d / max(pusherRadius, 0.05));
    p.xz += away / max(d, 1e-3) * push * bend;
    p.y -= push * height * 0.4;

    GrassVaryings o;
    o.pos = mul(viewProj, float4(p, 1));
    o.color = lerp(baseTint.rgb, tipTint.rgb, height) * (0.8 + 0.2 * shape.w);
    o.normal = float3(s * 0.4, 0.9, c * 0.4);
    return o;
}

float4 ps_main(GrassVaryings i, bool front : SV_IsFrontFace) : SV_Target
{
    float3 n = normalize(front ? i.normal : float3(-i.normal.x, i.normal.y, -i.normal.z));
    float light = saturate(dot(n, normalize(sunDir)) * 0.7 + 0.3);
    return float4(i.color * (light * sunColor + skyColor * 0.3), 1);
}
