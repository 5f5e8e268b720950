// Constants placed by hand, lanes of one row out of order and a gap between rows.

cbuffer Placed : register(b3)
{
    float4 g_last : packoffset(c9);
    float g_first : packoffset(c0.w);
    float2 g_middle : packoffset(c2.y);
    uint g_bits : packoffset(c2.x);
    float3 g_vector : packoffset(c5);
};

float4 ps_main() : SV_Target
{
    return g_last * g_first + float4(g_vector, (float)(g_bits & 1u)) + g_middle.xyxy;
}
