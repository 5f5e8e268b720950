// Tiled lighting: a grid in a typed buffer, a list in a raw one and lights in a structured one.

struct Light
{
    float3 position;
    float range;
    float3 colour;
    uint flags;
};

Buffer<uint2> g_tiles : register(t0);
ByteAddressBuffer g_list : register(t1);
StructuredBuffer<Light> g_lights : register(t2);

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 tile = (uint2)position.xy >> 4u;
    uint2 span = g_tiles[tile.y * 4u + tile.x];
    uint first = span.x & 15u;
    uint count = min(span.y & 7u, 6u);
    float3 sum = float3(0.0625, 0.0625, 0.0625);
    [loop]
    for (uint i = 0; i < count; ++i)
    {
        Light light = g_lights[g_list.Load((first + i) * 4u) & 15u];
        [branch]
        if (light.flags & 0x80000000u)
            continue;
        float3 offset = light.position - float3(position.xy / 64.0, 0.0);
        sum += light.colour * saturate(1.0 - dot(offset, offset) * (light.range * 0.25 + 0.5));
    }
    return float4(sum, 1.0);
}
