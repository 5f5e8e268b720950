// Addition with the carry in a second destination, uaddc, as 64-bit sums use it.

cbuffer Operands : register(b0)
{
    uint4 g_a;
    uint4 g_b;
};

uint4 ps_main() : SV_Target
{
    return AddUint64(g_a, g_b);
}
