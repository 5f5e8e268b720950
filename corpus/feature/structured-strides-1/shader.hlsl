// Elements of 4, 8, 12, 20 and 80 bytes.

struct Small
{
    float3 direction;
    uint kind;
    float weight;
};

struct Large
{
    float4x4 transform;
    float4 colour;
};

StructuredBuffer<float> g_scalars : register(t0);
StructuredBuffer<uint2> g_pairs : register(t1);
StructuredBuffer<float3> g_triples : register(t2);
StructuredBuffer<Small> g_small : register(t3);
StructuredBuffer<Large> g_large : register(t4);

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    float scalar = g_scalars[pixel.x & 15u];
    uint2 pair = g_pairs[pixel.y & 15u] & 7u;
    float3 triple = g_triples[(pixel.x + pixel.y) & 15u];
    Small small = g_small[pair.x];
    Large large = g_large[pixel.x & 3u];
    float4 moved = mul(large.transform, float4(triple, scalar)) + large.colour;
    return moved * 0.25 + float4(small.direction * small.weight, (float)((small.kind ^ pair.y) & 7u) * 0.125);
}
