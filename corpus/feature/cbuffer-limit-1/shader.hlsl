// The largest constant buffer: its first, its last and computed rows.

cbuffer Everything : register(b0)
{
    float4 g_rows[4096];
};

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint index = (uint)position.x * 64u + (uint)position.y;
    return g_rows[0] + g_rows[4095] * 0.5 + g_rows[index & 4095u] * 0.25;
}
