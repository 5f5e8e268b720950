// Lowest set bit, firstbit_lo.

cbuffer Operands : register(b0)
{
    uint4 g_a;
};

uint4 ps_main() : SV_Target
{
    return firstbitlow(g_a);
}
