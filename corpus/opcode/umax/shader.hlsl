// Larger of two unsigned integers, umax.

cbuffer Operands : register(b0)
{
    uint4 g_a;
    uint4 g_b;
};

uint4 ps_main() : SV_Target
{
    return max(g_a, g_b);
}
