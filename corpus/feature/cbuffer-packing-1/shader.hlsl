// The packing rules of constant buffers: nothing crosses a row, and arrays start one.

cbuffer Packed : register(b0)
{
    float g_a;
    float2 g_b;
    int g_c;
    float3 g_d;
    uint g_e;
    float2 g_f;
    float3 g_g;
    row_major float3x2 g_h;
    column_major float2x3 g_i;
    bool g_j;
    float g_k[2];
    float g_l;
};

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    float2 p = mul(g_h, g_b).xy + mul(g_i, g_d).xy;
    float4 result = float4(p * g_a, g_f) + float4(g_g, (float)(g_c & 3)) * 0.5;
    result *= g_j ? 1.0 : 0.5;
    return result + (float)(g_e & 7u) * 0.0625 + g_k[1] * g_l;
}
