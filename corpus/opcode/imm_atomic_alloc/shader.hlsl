// Takes the next free element of an append buffer, imm_atomic_alloc.
// GLSL ES 3.00 has no unordered access views.

AppendStructuredBuffer<uint2> g_list : register(u1);

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    g_list.Append(pixel);
    return pixel.xyxy;
}
