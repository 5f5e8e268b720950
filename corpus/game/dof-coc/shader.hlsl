// Depth of field, circle of confusion and half-resolution prefilter: the four
// depths come from one Gather; writes colour with signed CoC in alpha.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer Dof : register(b1)
{
    float focusDistance;
    float aperture;
    float focalLength;
    float maxCoc;
};

Texture2D color : register(t0);
Texture2D<float> depthTexture : register(t1);
SamplerState pointClamp : register(s0);
SamplerState linearClamp : register(s1);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 circleOfConfusion(float4 z)
{
    float focus = 1.0 + focusDistance * 10.0;
    float4 coc = (z - focus) / max(z, 0.01) * (aperture * focalLength * 4.0);
    return clamp(coc, -1.0, 1.0) * (0.2 + maxCoc);
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float4 d = depthTexture.Gather(pointClamp, i.uv);
    float4 z = float4(linearDepth(d.x), linearDepth(d.y), linearDepth(d.z), linearDepth(d.w));
    float4 coc = circleOfConfusion(z);
    float lowest = min(min(coc.x, coc.y), min(coc.z, coc.w));
    float highest = max(max(coc.x, coc.y), max(coc.z, coc.w));
    float chosen = -lowest > highest ? lowest : highest;
    float3 c = color.Sample(linearClamp, i.uv).rgb;
    c *= smoothstep(0.0, screenSize.w * 2.0 + 1e-4, abs(chosen)) * 0.5 + 0.5;
    return float4(c, chosen);
}
