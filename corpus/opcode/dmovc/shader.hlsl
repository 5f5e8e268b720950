// Selects between doubles, dmovc.

cbuffer Operands : register(b0)
{
    double2 g_a;
    double2 g_b;
    bool2 g_select;
};

uint4 ps_main() : SV_Target
{
    double2 result = g_select ? g_a : g_b;
    uint low0, high0;
    asuint(result.x, low0, high0);
    uint low1, high1;
    asuint(result.y, low1, high1);
    return uint4(low0, high0, low1, high1);
}
