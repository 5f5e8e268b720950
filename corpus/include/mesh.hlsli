// The plain static-mesh vertex, its varyings, and the vertex shader for it.
#ifndef MESH_HLSLI
#define MESH_HLSLI

#include "frame.hlsli"

struct MeshVertex
{
    float3 position : POSITION;
    float3 normal   : NORMAL;
    float4 tangent  : TANGENT;
    float2 uv       : TEXCOORD0;
};

struct MeshVaryings
{
    float4 clipPos  : SV_Position;
    float2 uv       : TEXCOORD0;
    float3 worldPos : TEXCOORD1;
    float3 normal   : NORMAL;
    float4 tangent  : TANGENT;
};

MeshVaryings mesh_vs(MeshVertex v)
{
    MeshVaryings o;
    float4 p = mul(world, float4(v.position, 1.0));
    o.worldPos = p.xyz;
    o.clipPos = mul(viewProj, p);
    o.uv = v.uv;
    o.normal = mul((float3x3)normalMatrix, v.normal);
    o.tangent = float4(mul((float3x3)world, v.tangent.xyz), v.tangent.w);
    return o;
}

float3 unpackNormalXY(float2 xy, float strength)
{
    float3 n;
    n.xy = (xy * 2.0 - 1.0) * strength;
    n.z = sqrt(saturate(1.0 - dot(n.xy, n.xy)));
    return n;
}

float3 tangentToWorld(float3 n, float3 vertexNormal, float4 tangent)
{
    float3 nn = vertexNormal * rsqrt(max(dot(vertexNormal, vertexNormal), 1e-10));
    float3 t = tangent.xyz - nn * dot(nn, tangent.xyz);
    t *= rsqrt(max(dot(t, t), 1e-10));
    float3 b = cross(nn, t) * tangent.w;
    float3 r = n.x * t + n.y * b + n.z * nn;
    return r * rsqrt(max(dot(r, r), 1e-10));
}

#endif
