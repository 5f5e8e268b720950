// Signed multiply and add, low 32 bits, imad.

cbuffer Operands : register(b0)
{
    int4 g_a;
    int4 g_b;
    int4 g_c;
};

int4 ps_main() : SV_Target
{
    return g_a * g_b + g_c;
}
