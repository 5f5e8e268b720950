// Integer comparison, equal, ieq.

cbuffer Operands : register(b0)
{
    int4 g_a;
    int4 g_b;
};

uint4 ps_main() : SV_Target
{
    return g_a == g_b;
}
