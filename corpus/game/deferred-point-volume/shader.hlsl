// Point light drawn as a sphere mesh per instance: the pixel shader finds its
// screen position from SV_Position, unpacks the slim G-buffer (uint texture)
// and adds the light.
#include "gbuffer.hlsli"
#include "mathlib.hlsli"

cbuffer Camera : register(b0)
{
    float4x4 viewProj;
    float4x4 invViewProj;
    float4 screenSize;
    float4 cameraPosition;
};

Texture2D<uint2> packedSurface : register(t0);
Texture2D<float> sceneDepth : register(t1);

struct LightVaryings
{
    float4 pos : SV_Position;
    nointerpolation float4 posRange : TEXCOORD0;
    nointerpolation float3 color : TEXCOORD1;
};

LightVaryings vs_main(float3 position : POSITION, float4 posRange : INSTANCE_LIGHT0, float4 color : INSTANCE_LIGHT1)
{
    LightVaryings o;
    o.posRange = float4(posRange.xyz, max(posRange.w, 0.5));
    o.color = color.rgb * color.a;
    o.pos = mul(viewProj, float4(posRange.xyz + position * o.posRange.w, 1));
    return o;
}

float4 ps_main(LightVaryings i) : SV_Target
{
    int3 px = int3(i.pos.xy, 0);
    uint2 packed = packedSurface.Load(px);
    float3 albedo = unpackUnorm4x8(packed.x & 0xffffffu).rgb;
    albedo *= albedo;
    float roughness = ((packed.x >> 24) & 31u) / 31.0;
    float3 n = decodeOctahedral(unpackSnorm2x16(packed.y));

    float2 ndc = i.pos.xy * screenSize.zw * float2(2, -2) + float2(-1, 1);
    float4 wp = mul(invViewProj, float4(ndc, sceneDepth.Load(px), 1));
    float3 p = wp.xyz / (abs(wp.w) > 1e-4 ? wp.w : 1e-4);

    float3 d = i.posRange.xyz - p;
    float dist2 = max(dot(d, d), 1e-4);
    float window = saturate(1 - dist2 / sq(i.posRange.w));
    float3 l = d * rsqrt(dist2);
    float3 v = safeNormalize(cameraPosition.xyz - p);
    float nDotL = saturate(dot(n, l));
    float spec = pow(saturate(dot(n, safeNormalize(l + v))), exp2(8 * (1 - roughness) + 1)) * (1 - roughness);
    return float4(i.color * (albedo + spec) * (nDotL * window * window), 0);
}
