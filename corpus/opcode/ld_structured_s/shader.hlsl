// Tiled resources: structured buffer read with a status, ld_structured_s.

StructuredBuffer<float4> g_elements : register(t0);

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint status;
    float4 element = g_elements.Load((int)position.x & 15, status);
    return CheckAccessFullyMapped(status) ? element : float4(0.0, 0.0, 0.0, 0.0);
}
