// Panorama lookup: direction to latitude and longitude with a seam-free level
// (SampleGrad from the direction's derivatives), yaw as a constant.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer Panorama : register(b1)
{
    float panoramaYaw;
    float panoramaFov;
    float panoramaGain;
};

Texture2D panorama : register(t0);
SamplerState wrapClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float2 toLatLong(float3 d)
{
    return float2(atan2(d.x, d.z) * (0.5 * INV_PI) + 0.5, acos(clamp(d.y, -1, 1)) * INV_PI);
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float3 d = safeNormalize(float3((i.uv * 2 - 1) * float2(1, -1) * (0.3 + panoramaFov), 1));
    float s, c;
    sincos(panoramaYaw * 6.2831853, s, c);
    d = float3(d.x * c + d.z * s, d.y, d.z * c - d.x * s);
    float2 uv = toLatLong(d);
    float2 dx = ddx(uv), dy = ddy(uv);
    dx.x -= round(dx.x);
    dy.x -= round(dy.x);
    return panorama.SampleGrad(wrapClamp, uv, dx, dy) * (0.5 + panoramaGain);
}
