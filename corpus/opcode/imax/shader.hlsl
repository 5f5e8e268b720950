// Larger of two signed integers, imax.

cbuffer Operands : register(b0)
{
    int4 g_a;
    int4 g_b;
};

int4 ps_main() : SV_Target
{
    return max(g_a, g_b);
}
