// The number of elements of a structured buffer, bufinfo.

struct Light
{
    float3 position;
    float range;
    float4 colour;
};

StructuredBuffer<Light> g_lights : register(t0);

uint ps_main() : SV_Target
{
    uint count, stride;
    g_lights.GetDimensions(count, stride);
    return count * stride;
}
