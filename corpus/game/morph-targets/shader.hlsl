// Facial morphs: up to eight deltas from a structured buffer (position and
// packed normal), weights in a constant array, skipped when zero.
#include "frame.hlsli"

#define MAX_TARGETS 8

struct MorphDelta
{
    float3 position;
    uint packedNormal;      // 10:10:10 snorm
};

StructuredBuffer<MorphDelta> morphDeltas : register(t0);

cbuffer Morph : register(b3)
{
    float4 morphWeights[MAX_TARGETS / 4];
    uint morphCount;
    uint morphVertexCount;
};

float3 unpackDelta(uint p)
{
    int3 i = int3(p << 22, p << 12, p << 2) >> 22;
    return max(i / 511.0, -1.0);
}

struct Varyings
{
    float4 clipPos : SV_Position;
    float3 normal : TEXCOORD0;
    float amount : TEXCOORD1;
};

Varyings vs_main(float3 position : POSITION, float3 normal : NORMAL, uint vertexId : SV_VertexID)
{
    float3 p = position;
    float3 n = normal;
    float amount = 0;
    uint count = min(morphCount, MAX_TARGETS);
    [loop]
    for (uint t = 0; t < count; ++t)
    {
        float w = morphWeights[t >> 2][t & 3];
        if (abs(w) < 0.001)
            continue;
        MorphDelta d = morphDeltas[t * morphVertexCount + vertexId];
        p += d.position * w;
        n += unpackDelta(d.packedNormal) * w;
        amount += length(d.position) * w;
    }
    Varyings o;
    o.clipPos = mul(viewProj, mul(world, float4(p, 1)));
    o.normal = mul((float3x3)normalMatrix, n);
    o.amount = amount;
    return o;
}

float4 ps_main(Varyings i) : SV_Target
{
    float3 n = i.normal * rsqrt(max(dot(i.normal, i.normal), 1e-8));
    float3 light = sunColor * saturate(dot(n, normalize(sunDir))) + 0.25;
    return float4(light * lerp(objectTint.rgb, float3(1, 0.4, 0.3), saturate(i.amount)), 1);
}
