// Elements past the end read as zero.

StructuredBuffer<float4> g_elements : register(t0);

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint count, stride;
    g_elements.GetDimensions(count, stride);
    uint index = (uint)position.x + (position.y < 32.0 ? 0u : count);
    return g_elements[index];
}
