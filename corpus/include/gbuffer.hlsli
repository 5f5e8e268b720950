// What the deferred renderer of this corpus keeps a pixel, and how it packs it.
#ifndef GBUFFER_HLSLI
#define GBUFFER_HLSLI

// Octahedral mapping of a unit vector to [-1,1]^2 and back.
float2 encodeOctahedral(float3 n)
{
    n /= max(abs(n.x) + abs(n.y) + abs(n.z), 1e-6);
    float2 s = float2(n.x >= 0.0 ? 1.0 : -1.0, n.y >= 0.0 ? 1.0 : -1.0);
    return n.z >= 0.0 ? n.xy : (1.0 - abs(n.yx)) * s;
}

float3 decodeOctahedral(float2 e)
{
    float3 n = float3(e, 1.0 - abs(e.x) - abs(e.y));
    float t = saturate(-n.z);
    n.x += n.x >= 0.0 ? -t : t;
    n.y += n.y >= 0.0 ? -t : t;
    return n * rsqrt(max(dot(n, n), 1e-10));
}

uint packUnorm4x8(float4 v)
{
    uint4 u = (uint4)(saturate(v) * 255.0 + 0.5);
    return u.x | (u.y << 8) | (u.z << 16) | (u.w << 24);
}

float4 unpackUnorm4x8(uint p)
{
    return float4(p & 255u, (p >> 8) & 255u, (p >> 16) & 255u, p >> 24) * (1.0 / 255.0);
}

uint packSnorm2x16(float2 v)
{
    int2 i = (int2)round(clamp(v, -1.0, 1.0) * 32767.0);
    return ((uint)i.x & 0xffffu) | ((uint)i.y << 16);
}

float2 unpackSnorm2x16(uint p)
{
    int2 i = int2((int)(p << 16) >> 16, (int)p >> 16);
    return max(i / 32767.0, -1.0);
}

#endif
