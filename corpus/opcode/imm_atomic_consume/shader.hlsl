// Takes the last element of a consume buffer, imm_atomic_consume.
// GLSL ES 3.00 has no unordered access views.

ConsumeStructuredBuffer<uint4> g_list : register(u1);

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    return g_list.Consume();
}
