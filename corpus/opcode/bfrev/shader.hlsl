// Reverses the bits, bfrev.

cbuffer Operands : register(b0)
{
    uint4 g_a;
};

uint4 ps_main() : SV_Target
{
    return reversebits(g_a);
}
