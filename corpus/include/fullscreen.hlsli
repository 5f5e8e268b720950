// One triangle that covers the screen, made from SV_VertexID alone, and the
// constants that every screen pass shares.
#ifndef FULLSCREEN_HLSLI
#define FULLSCREEN_HLSLI

cbuffer ScreenPass : register(b0)
{
    float4 screenSize;      // width, height, 1/width, 1/height
    float4 projParams;      // x tan(fov/2)*aspect, y tan(fov/2), z near, w far
    float4x4 screenToWorld; // inverse view projection
    float4x4 worldToScreen; // view projection
    float3 eyePosition;
    float passTime;
};

struct ScreenVaryings
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
};

ScreenVaryings fullscreen_vs(uint id : SV_VertexID)
{
    ScreenVaryings o;
    o.uv = float2((id << 1) & 2, id & 2);
    o.position = float4(o.uv * float2(2.0, -2.0) + float2(-1.0, 1.0), 0.0, 1.0);
    return o;
}

// D3D depth in [0,1] to view-space distance, whatever the constants are.
float linearDepth(float depth)
{
    float n = max(projParams.z, 0.01);
    float f = n + 1.0 + abs(projParams.w) * 100.0;
    return n * f / max(f - depth * (f - n), 1e-4);
}

float3 worldFromDepth(float2 uv, float depth)
{
    float4 p = mul(screenToWorld, float4(uv * float2(2.0, -2.0) + float2(-1.0, 1.0), depth, 1.0));
    return p.xyz / (abs(p.w) > 1e-4 ? p.w : 1e-4);
}

float3 viewFromUv(float2 uv, float linearZ)
{
    float2 ndc = uv * float2(2.0, -2.0) + float2(-1.0, 1.0);
    return float3(ndc * (0.2 + abs(projParams.xy)), 1.0) * linearZ;
}

#endif
