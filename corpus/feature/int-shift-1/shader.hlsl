// Shift counts from registers: only their low five bits count.

cbuffer Constants : register(b0)
{
    uint4 g_values;
    int4 g_signed;
};

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint count = (uint)position.x;
    return (g_values << count) + (uint4)(g_signed >> (int)count) + (g_values.wzyx >> (count + 5u)) * 3u;
}
