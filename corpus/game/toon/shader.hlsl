// Cel shading: ramp texture, hard specular band, rim light limited to the lit
// side, and screen-space anti-aliased band edges through fwidth.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer Toon : register(b2)
{
    float4 toonColor;
    float4 shadowColor;
    float4 rimColor;
    float rimThreshold;
    float specularSize;
    float bandCount;
    float bandSoftness;
};

Texture2D mainTexture : register(t0);
Texture2D rampTexture : register(t1);
SamplerState wrapSampler : register(s0);
SamplerState clampSampler : register(s1);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float aaStep(float edge, float value)
{
    float w = max(fwidth(value) * 0.7, 1e-4);
    return smoothstep(edge - w, edge + w, value);
}

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 n = safeNormalize(i.normal);
    float3 l = safeNormalize(sunDir);
    float3 v = safeNormalize(cameraPos - i.worldPos);
    float nDotL = dot(n, l);
    float half_ = nDotL * 0.5 + 0.5;

    float bands = max(floor(2.0 + bandCount * 4.0), 2.0);
    float scaled = saturate(half_) * bands;
    float lower = floor(scaled);
    float edge = aaStep(0.5, frac(scaled));
    float quantised = (lower + edge * bandSoftness) / bands;

    float3 ramp = rampTexture.Sample(clampSampler, float2(quantised, 0.5)).rgb;
    float3 albedo = mainTexture.Sample(wrapSampler, i.uv).rgb * toonColor.rgb;
    float3 color = albedo * lerp(shadowColor.rgb, sunColor, ramp);

    float nDotH = dot(n, safeNormalize(l + v));
    float spec = aaStep(1.0 - specularSize * 0.2, nDotH * saturate(sign(nDotL)));
    color += spec * 0.5;

    float rim = (1.0 - saturate(dot(n, v))) * saturate(nDotL);
    color += rimColor.rgb * aaStep(rimThreshold, rim);
    return float4(color, toonColor.a);
}
