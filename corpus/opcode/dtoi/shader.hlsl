// Double to signed integer, dtoi.

cbuffer Operands : register(b0)
{
    double2 g_a;
    double2 g_b;
    double2 g_c;
};

int2 ps_main() : SV_Target
{
    return (int2)g_a;
}
