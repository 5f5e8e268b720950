// Rain: puddles by height and noise, animated ripples from an array of ring
// phases, darkened porous albedo, raised gloss, streaks on vertical walls.
#include "mesh.hlsli"
#include "brdf.hlsli"
#include "noise.hlsli"

cbuffer Rain : register(b2)
{
    float rainAmount;
    float puddleLevel;
    float porosity;
    float rippleScale;
};

Texture2D albedoMap : register(t0);
Texture2D normalHeightMap : register(t1);
TextureCube skyCube : register(t2);
SamplerState wrapSampler : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float2 ripple(float2 p, int layer)
{
    int2 cell = (int2)floor(p);
    uint h = hash3(int3(cell, layer));
    float2 centre = float2(h & 255u, (h >> 8) & 255u) / 512.0 + 0.25;
    float phase = frac(time * 0.7 + (h >> 24) / 256.0);
    float2 d = p - floor(p) - centre;
    float dist = length(d);
    float ring = (dist - phase * 0.4) * 24;
    float wave = abs(ring) < PI ? sin(ring) * (1 - phase) : 0;
    return d / max(dist, 1e-3) * wave;
}

float4 ps_main(MeshVaryings i) : SV_Target
{
    float4 nh = normalHeightMap.Sample(wrapSampler, i.uv);
    float3 albedo = albedoMap.Sample(wrapSampler, i.uv).rgb;
    float3 geo = safeNormalize(i.normal);
    float flatness = saturate(abs(geo.z) * 2 - 0.5);
    float puddle = smoothstep(nh.a - 0.1, nh.a + 0.1, puddleLevel * 0.8 + valueNoise(i.uv * 5) * 0.3) * flatness * rainAmount;
    float wet = saturate(rainAmount * porosity + puddle);
    albedo *= lerp(1, 0.4, wet * porosity);
    float roughness = lerp(0.7, 0.08, saturate(wet * 0.6 + puddle));

    float2 slope = 0;
    [unroll]
    for (int layer = 0; layer < 3; ++layer)
        slope += ripple(i.uv * (2 + rippleScale * 6) * (1 + layer * 0.37), layer);
    float streak = valueNoise(float2(i.uv.x * 40, i.uv.y * 3 - time)) * (1 - flatness) * rainAmount;
    float3 nt = unpackNormalXY(nh.xy, 1 - puddle);
    nt.xy += slope * 0.1 * puddle + float2(streak * 0.2, 0);
    float3 n = tangentToWorld(nt, i.normal, i.tangent);
    float3 v = safeNormalize(cameraPos - i.worldPos);
    float3 l = safeNormalize(sunDir);
    float nDotL = saturate(dot(n, l));
    float spec = distributionGGX(saturate(dot(n, safeNormalize(l + v))), roughness * roughness)
               * visibilitySmith(saturate(dot(n, v)) + 1e-3, nDotL, roughness * roughness);
    float3 sky = skyCube.SampleLevel(wrapSampler, reflect(-v, n), roughness * 6).rgb;
    float f = 0.02 + 0.98 * pow5(1 - saturate(dot(n, v)));
    return float4(albedo * (nDotL * sunColor + 0.2) + spec * 0.04 * nDotL * sunColor + sky * f * wet, 1);
}
