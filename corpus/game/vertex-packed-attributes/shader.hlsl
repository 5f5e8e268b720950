// Compressed vertex attributes as integers: R10G10B10A2 unpacked by bit ops,
// two 16-bit snorm in a uint, quantised position, unpacked by hand because the
// input layout cannot.
#include "frame.hlsli"
#include "gbuffer.hlsli"

cbuffer Quantisation : register(b2)
{
    float3 positionScale;
    float3 positionOffset;
};

struct PackedVertex
{
    uint2 position : POSITION;      // 21:21:21 bits
    uint normal : NORMAL;           // octahedral snorm16
    uint color : COLOR0;            // 10:10:10:2 unorm
    int2 uv : TEXCOORD0;            // 4.12 fixed point
};

struct V
{
    float4 pos : SV_Position;
    float4 color : COLOR0;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD0;
};

V vs_main(PackedVertex v)
{
    const uint mask = 0x1fffffu;
    uint3 q = uint3(v.position.x & mask, (v.position.x >> 21) | ((v.position.y & 0x3ffu) << 11), (v.position.y >> 10) & mask);
    float3 p = q / 2097151.0 * (0.5 + positionScale) + positionOffset;
    V o;
    o.pos = mul(viewProj, mul(world, float4(p, 1)));
    o.normal = mul((float3x3)normalMatrix, decodeOctahedral(unpackSnorm2x16(v.normal)));
    o.color = float4(v.color & 1023u, (v.color >> 10) & 1023u, (v.color >> 20) & 1023u, 0) / 1023.0;
    o.color.a = (v.color >> 30) / 3.0;
    o.uv = v.uv / 4096.0;
    return o;
}

float4 ps_main(V i) : SV_Target
{
    float3 n = i.normal * rsqrt(max(dot(i.normal, i.normal), 1e-8));
    float2 g = abs(frac(i.uv) - 0.5);
    return float4(i.color.rgb * (n.y * 0.3 + 0.7) * (0.8 + 0.4 * max(g.x, g.y)), i.color.a);
}
