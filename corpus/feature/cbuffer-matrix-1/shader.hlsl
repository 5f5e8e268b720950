// Both storage orders, both ways to multiply, single elements and submatrices.

cbuffer Matrices : register(b0)
{
    row_major float4x4 g_rows;
    column_major float4x4 g_columns;
    row_major float3x4 g_bone;
    column_major float4x3 g_short;
};

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 a = mul(input.value, g_rows) + mul(g_rows, input.value);
    float4 b = mul(input.value, g_columns) - mul(g_columns, input.value);
    float3 c = mul(g_bone, input.value) + mul(input.value, g_short);
    float3 d = mul((float3x3)g_columns, input.value.xyz);
    return a * 0.25 + b * 0.25 + float4(c, g_rows._m21) * 0.125 + float4(d, g_columns[1][3]) * 0.125;
}
