// Double to float, dtof.

cbuffer Operands : register(b0)
{
    double2 g_a;
    double2 g_b;
    double2 g_c;
};

float2 ps_main() : SV_Target
{
    return (float2)g_a;
}
