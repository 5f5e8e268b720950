// Unsigned quotient and remainder in one udiv.

cbuffer Operands : register(b0)
{
    uint4 g_a;
    uint4 g_b;
};

uint4 ps_main() : SV_Target
{
    return uint4(g_a.xy / g_b.xy, g_a.xy % g_b.xy);
}
