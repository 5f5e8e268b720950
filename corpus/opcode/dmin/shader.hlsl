// Smaller of two doubles, dmin.

cbuffer Operands : register(b0)
{
    double2 g_a;
    double2 g_b;
    double2 g_c;
};

uint4 ps_main() : SV_Target
{
    double2 result = min(g_a, g_b);
    uint low0, high0;
    asuint(result.x, low0, high0);
    uint low1, high1;
    asuint(result.y, low1, high1);
    return uint4(low0, high0, low1, high1);
}
