// Portal surface: swirling polar distortion of a scene copy, rim by distance
// to the ellipse, opening animation by clip.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer Portal : register(b2)
{
    float4 portalRimColor;
    float openAmount;
    float swirlStrength;
    float swirlSpeed;
    float rimWidth;
};

Texture2D destinationColor : register(t0);
Texture2D swirlNoise : register(t1);
SamplerState clampSampler : register(s0);
SamplerState wrapSampler : register(s1);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i) : SV_Target
{
    float2 c = i.uv * 2.0 - 1.0;
    float radius = length(c);
    float angle = atan2(c.y, c.x + (c.x == 0.0 ? 1e-5 : 0.0));
    float2 polar = float2(angle * (0.5 * INV_PI), radius);
    float noise = swirlNoise.SampleLevel(wrapSampler, polar * float2(2, 1) + float2(time * swirlSpeed, -time * 0.2), 0).r;
    float edge = radius + (noise - 0.5) * 0.25;
    float open = max(openAmount, 0.3) * 1.2;
    clip(open - edge);

    float twist = swirlStrength * 3.0 * sq(saturate(1.0 - radius));
    float s, co;
    sincos(twist, s, co);
    float2 rotated = mul(float2x2(co, -s, s, co), c);
    float2 screenUv = i.clipPos.xy * viewport.zw;
    float3 scene = destinationColor.SampleLevel(clampSampler, saturate(screenUv + (rotated - c) * 0.1), 0).rgb;
    float rim = smoothstep(open - max(rimWidth, 0.05), open, edge);
    return float4(lerp(scene, portalRimColor.rgb * (1.0 + noise), rim), 1.0);
}
