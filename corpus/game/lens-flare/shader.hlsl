// Pseudo lens flare: ghosts by flipping the image through its centre, a halo,
// colour by a gradient texture of the radius.
#include "fullscreen.hlsli"

cbuffer LensFlare : register(b1)
{
    float ghostSpacing;
    float haloWidth;
    float flareThreshold;
    int ghostCount;
    float chromaShift;
};

Texture2D brightTexture : register(t0);
Texture2D ghostGradient : register(t1);
SamplerState borderSampler : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float3 threshold(float2 uv) { return max(brightTexture.SampleLevel(borderSampler, uv, 0).rgb - flareThreshold * 0.5, 0); }

float3 fringed(float2 uv, float2 dir)
{
    float2 d = dir * chromaShift * 0.05;
    return float3(threshold(uv + d).r, threshold(uv).g, threshold(uv - d).b);
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float2 uv = 1 - i.uv;
    float2 toCentre = 0.5 - uv;
    float2 dir = toCentre * rsqrt(max(dot(toCentre, toCentre), 1e-6));
    float3 sum = 0;
    int n = clamp(ghostCount, 1, 6);
    [loop]
    for (int k = 0; k < n; ++k)
    {
        float2 at = frac(uv + toCentre * ((0.2 + ghostSpacing) * k));
        float w = saturate(1 - length(0.5 - at) / 0.7071);
        w *= w; w *= w;
        sum += fringed(at, dir) * w;
    }
    float2 haloUv = frac(uv + dir * (0.2 + haloWidth * 0.4));
    float halo = saturate(1 - length(0.5 - haloUv) / 0.7071);
    sum += fringed(haloUv, dir) * (halo * halo * halo);
    sum *= ghostGradient.SampleLevel(borderSampler, float2(length(toCentre) / 0.7071, 0.5), 0).rgb;
    return float4(sum, 1);
}
