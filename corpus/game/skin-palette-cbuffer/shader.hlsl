// Four-bone skinning from a matrix palette in a constant buffer, blended
// matrix first, then applied to position, normal and tangent.
#include "frame.hlsli"

#define MAX_BONES 72

cbuffer Palette : register(b3)
{
    float4x4 bones[MAX_BONES];
};

struct SkinVertex
{
    float3 position : POSITION;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float2 uv : TEXCOORD0;
    uint4 boneIds : BLENDINDICES;
    float4 boneWeights : BLENDWEIGHT;
};

struct SkinVaryings
{
    float4 clipPos : SV_Position;
    float2 uv : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float3 tangent : TEXCOORD2;
};

Texture2D albedoMap : register(t0);
SamplerState albedoSampler : register(s0);

float4x4 blendMatrix(uint4 ids, float4 w)
{
    ids = min(ids, MAX_BONES - 1);
    float4x4 m = bones[ids.x] * w.x;
    m += bones[ids.y] * w.y;
    m += bones[ids.z] * w.z;
    m += bones[ids.w] * (1.0 - w.x - w.y - w.z);
    return m;
}

SkinVaryings vs_main(SkinVertex v)
{
    SkinVaryings o;
    float4x4 skin = blendMatrix(v.boneIds, v.boneWeights);
    float4 p = mul(world, mul(skin, float4(v.position, 1.0)));
    o.clipPos = mul(viewProj, p);
    o.normal = mul((float3x3)world, mul((float3x3)skin, v.normal));
    o.tangent = mul((float3x3)world, mul((float3x3)skin, v.tangent.xyz)) * v.tangent.w;
    o.uv = v.uv;
    return o;
}

float4 ps_main(SkinVaryings i) : SV_Target
{
    float3 n = i.normal * rsqrt(max(dot(i.normal, i.normal), 1e-8));
    float3 t = i.tangent * rsqrt(max(dot(i.tangent, i.tangent), 1e-8));
    float light = saturate(dot(n, normalize(sunDir))) + 0.2 * abs(t.y);
    return albedoMap.Sample(albedoSampler, i.uv) * float4(light.xxx, 1) * objectTint;
}
