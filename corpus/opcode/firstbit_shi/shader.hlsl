// Highest bit that differs from the sign, firstbit_shi.

cbuffer Operands : register(b0)
{
    int4 g_a;
};

uint4 ps_main() : SV_Target
{
    return firstbithigh(g_a);
}
