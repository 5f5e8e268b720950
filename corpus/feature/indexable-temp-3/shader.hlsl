// A local array of float3 whose lanes are written apart from each other.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    uint g_row;
};

float4 ps_main(Varying input) : SV_Target
{
    float3 rows[4] = { input.value.xyz, input.value.yzw, input.value.zwx, input.value.wxy };
    uint row = (g_row + (uint)input.position.x) & 3u;
    rows[row].y = 0.5;
    rows[3u - row].xz = input.value.ww;
    return float4(rows[0] + rows[1], rows[2].x) + float4(rows[3], rows[2].y) * 0.5;
}
