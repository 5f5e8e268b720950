// Bones from a StructuredBuffer of 3x4 matrices with a per-instance base
// offset; previous-frame bones from a second range give motion vectors.
#include "frame.hlsli"

struct Bone
{
    float4 row0;
    float4 row1;
    float4 row2;
};

StructuredBuffer<Bone> boneBuffer : register(t0);
StructuredBuffer<uint2> instanceBones : register(t1);   // x current base, y previous base

cbuffer PreviousFrame : register(b3)
{
    float4x4 previousViewProj;
    float4x4 previousWorld;
};

struct VSIn
{
    float3 position : POSITION;
    float3 normal : NORMAL;
    uint4 ids : BLENDINDICES;
    float4 weights : BLENDWEIGHT;
    uint instance : SV_InstanceID;
};

struct VSOut
{
    float4 clipPos : SV_Position;
    float4 current : TEXCOORD0;
    float4 previous : TEXCOORD1;
    float3 normal : TEXCOORD2;
};

Bone blendBones(uint base, uint4 ids, float4 w)
{
    Bone r = (Bone)0;
    [unroll]
    for (uint k = 0; k < 4; ++k)
    {
        Bone b = boneBuffer[base + ids[k]];
        r.row0 += b.row0 * w[k];
        r.row1 += b.row1 * w[k];
        r.row2 += b.row2 * w[k];
    }
    return r;
}

float3 apply(Bone b, float4 p)
{
    return float3(dot(b.row0, p), dot(b.row1, p), dot(b.row2, p));
}

VSOut vs_main(VSIn v)
{
    uint2 base = instanceBones[v.instance];
    Bone now = blendBones(base.x, v.ids, v.weights);
    Bone old = blendBones(base.y, v.ids, v.weights);
    float4 p = float4(v.position, 1);
    VSOut o;
    o.current = mul(viewProj, mul(world, float4(apply(now, p), 1)));
    o.previous = mul(previousViewProj, mul(previousWorld, float4(apply(old, p), 1)));
    o.normal = mul((float3x3)normalMatrix, apply(now, float4(v.normal, 0)));
    o.clipPos = o.current;
    return o;
}

struct PSOut
{
    float4 normal : SV_Target0;
    float2 velocity : SV_Target1;
};

PSOut ps_main(VSOut i)
{
    PSOut o;
    float3 n = i.normal * rsqrt(max(dot(i.normal, i.normal), 1e-8));
    o.normal = float4(n * 0.5 + 0.5, 1);
    float2 a = i.current.xy / max(i.current.w, 1e-3);
    float2 b = i.previous.xy / max(i.previous.w, 1e-3);
    o.velocity = (a - b) * float2(0.5, -0.5);
    return o;
}
