// Smaller of two unsigned integers, umin.

cbuffer Operands : register(b0)
{
    uint4 g_a;
    uint4 g_b;
};

uint4 ps_main() : SV_Target
{
    return min(g_a, g_b);
}
