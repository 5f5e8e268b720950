// Highest set bit of an unsigned integer, firstbit_hi.

cbuffer Operands : register(b0)
{
    uint4 g_a;
};

uint4 ps_main() : SV_Target
{
    return firstbithigh(g_a);
}
