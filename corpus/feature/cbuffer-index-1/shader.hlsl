// Rows of a constant buffer chosen by the pixel's column and by another row.

cbuffer Constants : register(b0)
{
    float4 g_first;
    float4 g_rows[16];
    uint4 g_order[4];
};

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint column = (uint)position.x;
    uint order = g_order[column & 3u].y & 15u;
    return g_rows[column & 15u] + g_rows[order] * g_first;
}
