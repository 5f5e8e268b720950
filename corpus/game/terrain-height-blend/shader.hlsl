// Two-layer height blend with slope and altitude masks, noise-broken edges,
// snow on top, distance-dependent tiling to hide repetition.
#include "frame.hlsli"
#include "mathlib.hlsli"
#include "noise.hlsli"

cbuffer HeightBlend : register(b2)
{
    float slopeStart;
    float slopeEnd;
    float snowLine;
    float blendDepth;
    float farTiling;
    float snowNoise;
};

Texture2D grassMap : register(t0);
Texture2D rockMap : register(t1);
SamplerState wrapSampler : register(s0);

void vs_main(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD0,
             out float4 pos : SV_Position, out float3 wp : TEXCOORD0, out float3 n : TEXCOORD1, out float2 tex : TEXCOORD2)
{
    float4 p = mul(world, float4(position, 1));
    wp = p.xyz;
    n = mul((float3x3)normalMatrix, normal);
    tex = uv * 4;
    pos = mul(viewProj, p);
}

float4 nearFar(Texture2D map, float2 uv, float distanceBlend)
{
    return lerp(map.Sample(wrapSampler, uv), map.Sample(wrapSampler, uv * (0.1 + farTiling * 0.2)), distanceBlend);
}

float4 ps_main(float4 pos : SV_Position, float3 wp : TEXCOORD0, float3 n : TEXCOORD1, float2 tex : TEXCOORD2) : SV_Target
{
    n = safeNormalize(n);
    float far = saturate(distance(wp, cameraPos) * 0.1);
    float4 grass = nearFar(grassMap, tex, far);
    float4 rock = nearFar(rockMap, tex, far);
    float slope = remap(1 - n.y, slopeStart * 0.5, slopeStart * 0.5 + slopeEnd + 0.05);
    float a = grass.a + 1 - slope;
    float b = rock.a + slope;
    float top = max(a, b) - max(blendDepth * 0.3, 0.01);
    float wa = max(a - top, 0);
    float wb = max(b - top, 0);
    float3 albedo = (grass.rgb * wa + rock.rgb * wb) / max(wa + wb, 1e-4);
    float altitude = wp.y + (valueNoise(wp.xz * 8) - 0.5) * snowNoise;
    float snow = smoothstep(snowLine, snowLine + 0.2, altitude) * saturate(n.y);
    albedo = lerp(albedo, 0.9, snow);
    float3 light = sunColor * saturate(dot(n, safeNormalize(sunDir))) + 0.25;
    return float4(albedo * light, 1);
}
