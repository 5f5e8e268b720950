// Writes an element of a structured view, store_structured.
// GLSL ES 3.00 has no unordered access views.

RWStructuredBuffer<float4> g_elements : register(u1);

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    g_elements[pixel.y * 32u + pixel.x] = position;
    return pixel.xyxy;
}
