// An element with a structure, an array, and packed halves inside.

struct Range
{
    float near_edge;
    float far_edge;
};

struct Light
{
    float3 position;
    Range range;
    uint packed;
    float3 colours[2];
    int2 cell;
};

StructuredBuffer<Light> g_lights : register(t0);

cbuffer Constants : register(b0)
{
    uint g_count;
};

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint count = min(g_count, 4u) + 1u;
    float4 sum = float4(0.0, 0.0, 0.0, 1.0);
    [loop]
    for (uint i = 0; i < count; ++i)
    {
        Light light = g_lights[i];
        float3 offset = light.position - float3(position.xy / 64.0, 0.5);
        float fade = saturate((light.range.far_edge + 1.0 - length(offset)) / (light.range.near_edge + 1.0));
        float half_value = f16tof32(light.packed & 0x3fffu);
        sum.xyz += light.colours[i & 1u] * fade + min(half_value, 1.0) * 0.125;
        sum.w += (float)((light.cell.x ^ light.cell.y) & 3) * 0.125;
    }
    return sum;
}
