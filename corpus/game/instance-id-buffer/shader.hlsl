// GPU-driven instancing: SV_InstanceID through an indirection buffer into raw
// transform data, quaternion + scale, per-instance fade by dither in the PS.
#include "skinning.hlsli"

cbuffer DrawConstants : register(b0)
{
    float4x4 viewProj;
    uint firstInstance;
    uint fadeFrame;
};

StructuredBuffer<uint> visibleInstances : register(t0);
ByteAddressBuffer instanceData : register(t1);     // 48 bytes: position scale, quaternion, color fade

struct Varyings
{
    float4 pos : SV_Position;
    float3 normal : TEXCOORD0;
    nointerpolation float4 colorFade : TEXCOORD1;
    nointerpolation uint instance : TEXCOORD2;
};

Varyings vs_main(float3 position : POSITION, float3 normal : NORMAL, uint id : SV_InstanceID)
{
    uint instance = visibleInstances[firstInstance + id];
    uint at = instance * 48;
    float4 posScale = asfloat(instanceData.Load4(at));
    float4 q = asfloat(instanceData.Load4(at + 16));
    q *= rsqrt(max(dot(q, q), 1e-8));
    Varyings o;
    float3 p = rotateByQuaternion(position * posScale.w, q) + posScale.xyz;
    o.pos = mul(viewProj, float4(p, 1));
    o.normal = rotateByQuaternion(normal, q);
    uint2 packed = instanceData.Load2(at + 32);
    o.colorFade = float4(packed.x & 0xffu, (packed.x >> 8) & 0xffu, (packed.x >> 16) & 0xffu, packed.y & 0xffu) / 255.0;
    o.instance = instance;
    return o;
}

float4 ps_main(Varyings i) : SV_Target
{
    uint2 px = (uint2)i.pos.xy & 3u;
    uint order = (px.x ^ px.y) << 2 | px.y;
    order = (order + i.instance + fadeFrame) & 15u;
    if (i.colorFade.a * 16.0 < order * 0.5)
        discard;
    float light = i.normal.y * 0.25 + 0.75;
    return float4(i.colorFade.rgb * light, 1);
}
