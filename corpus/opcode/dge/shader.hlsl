// Comparison of doubles, dge.

cbuffer Operands : register(b0)
{
    double2 g_a;
    double2 g_b;
    double2 g_c;
};

uint2 ps_main() : SV_Target
{
    return g_a >= g_b;
}
