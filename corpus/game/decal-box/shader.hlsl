// Screen-space decal: a unit cube is drawn, the pixel's position is rebuilt
// from depth and taken to decal space, everything outside is clipped, edges
// fade with the angle of the surface.
#include "frame.hlsli"
#include "mathlib.hlsli"

cbuffer Decal : register(b2)
{
    float4x4 worldToDecal;
    float3 decalForward;
    float angleFade;
    float4 decalColor;
    float2 atlasScale;
    float2 atlasOffset;
};

Texture2D<float> sceneDepth : register(t0);
Texture2D sceneNormal : register(t1);
Texture2D decalMap : register(t2);
SamplerState decalSampler : register(s0);

float4 vs_main(float3 position : POSITION) : SV_Position
{
    return mul(viewProj, mul(world, float4(position, 1)));
}

float4 ps_main(float4 pos : SV_Position) : SV_Target
{
    float depth = sceneDepth.Load(int3(pos.xy, 0));
    float2 ndc = pos.xy * viewport.zw * float2(2, -2) + float2(-1, 1);
    float4 p = mul(invViewProj, float4(ndc, depth, 1));
    p /= abs(p.w) > 1e-4 ? p.w : 1e-4;
    float3 local = mul(worldToDecal, float4(p.xyz, 1)).xyz;
    clip(2.0 - abs(local));

    float3 n = safeNormalize(sceneNormal.Load(int3(pos.xy, 0)).xyz * 2 - 1);
    float facing = saturate(dot(n, safeNormalize(-decalForward)) * 0.5 + 0.5);
    float2 uv = frac(local.xy * 0.5 + 0.5) * (0.25 + atlasScale) + atlasOffset;
    // The gradients of rebuilt positions break at depth edges: take level zero.
    float4 c = decalMap.SampleLevel(decalSampler, uv, 0) * decalColor;
    float edge = 1.0 - smoothstep(1.0, 2.0, abs(local.z));
    return float4(c.rgb, c.a * edge * remap(facing, angleFade * 0.5, 1.0));
}
