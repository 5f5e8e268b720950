// Vertex pulling from a raw buffer of compressed vertices: half positions by
// f16tof32, octahedral normal in two bytes, unorm16 uv, 10:10:10:2 tangent.
#include "frame.hlsli"

ByteAddressBuffer vertexStream : register(t0);
Texture2D albedoMap : register(t1);
SamplerState wrapSampler : register(s0);

cbuffer Pull : register(b2)
{
    uint vertexStride;
    uint baseVertex;
    float3 boundsMin;
    float3 boundsSize;
};

struct V
{
    float4 pos : SV_Position;
    float2 uv : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float4 tangent : TEXCOORD2;
};

float3 decodeOct8(uint p)
{
    int2 s = int2(p << 24, p << 16) >> 24;
    float2 e = max(s / 127.0, -1.0);
    float3 n = float3(e, 1 - abs(e.x) - abs(e.y));
    if (n.z < 0)
        n.xy = (1 - abs(n.yx)) * (n.xy >= 0 ? 1.0 : -1.0);
    return n * rsqrt(max(dot(n, n), 1e-8));
}

float4 decodeTangent(uint p)
{
    float3 t = float3(p & 1023u, (p >> 10) & 1023u, (p >> 20) & 1023u) / 511.5 - 1.0;
    return float4(t, (p >> 30) != 0u ? 1.0 : -1.0);
}

V vs_main(uint id : SV_VertexID)
{
    uint at = (id + baseVertex) * clamp(vertexStride & ~3u, 20u, 64u);
    uint4 a = vertexStream.Load4(at);
    uint b = vertexStream.Load(at + 16u);
    float3 p = float3(f16tof32(a.x), f16tof32(a.x >> 16), f16tof32(a.y));
    p = clamp(p, float3(-1, -1, 0), 1.0) * (0.25 + 0.75 * boundsSize) + boundsMin * 0.25;
    V o;
    o.pos = mul(viewProj, mul(world, float4(p, 1)));
    o.normal = mul((float3x3)normalMatrix, decodeOct8(a.y >> 16));
    o.uv = float2(a.z & 0xffffu, a.z >> 16) / 65535.0;
    o.tangent = decodeTangent(b);
    return o;
}

float4 ps_main(V i) : SV_Target
{
    float3 n = i.normal * rsqrt(max(dot(i.normal, i.normal), 1e-8));
    float light = saturate(dot(n, normalize(sunDir))) * 0.7 + 0.3;
    return float4(albedoMap.Sample(wrapSampler, i.uv).rgb * light * (0.9 + 0.1 * i.tangent.w), 1);
}
