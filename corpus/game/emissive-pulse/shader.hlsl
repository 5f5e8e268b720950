// Sci-fi panel: scrolling emissive mask that pulses with time and flickers by
// an integer hash of the panel id. Small shader, many scalar operations.
#include "mesh.hlsli"

cbuffer Panel : register(b2)
{
    float4 glowColor;
    float2 scrollSpeed;
    float pulseRate;
    float flickerAmount;
    uint panelId;
    float panelCount;
};

Texture2D panelAlbedo : register(t0);
Texture2D panelMask : register(t1);
SamplerState wrapSampler : register(s0);

uint hash(uint x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i) : SV_Target
{
    float4 albedo = panelAlbedo.Sample(wrapSampler, i.uv) * objectTint;
    float mask = panelMask.Sample(wrapSampler, i.uv + frac(scrollSpeed * time)).r;
    float pulse = sin(time * (1.0 + pulseRate) * 6.2831853) * 0.5 + 0.5;
    uint slot = uint(clamp(time * 12.0, 0.0, 65535.0));
    float flicker = float(hash(slot * 1973u + panelId * 9277u) & 0xffffu) / 65535.0;
    float amount = mask * pulse * lerp(1.0, flicker, saturate(flickerAmount));
    float3 n = normalize(i.normal);
    float light = saturate(dot(n, normalize(sunDir))) * 0.8 + 0.2;
    return float4(albedo.rgb * light + glowColor.rgb * glowColor.a * amount, albedo.a);
}
