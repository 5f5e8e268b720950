// Counts the set bits, countbits.

cbuffer Operands : register(b0)
{
    uint4 g_a;
};

uint4 ps_main() : SV_Target
{
    return countbits(g_a);
}
