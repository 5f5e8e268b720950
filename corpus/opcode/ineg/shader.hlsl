// Two's complement of an integer, ineg.

cbuffer Operands : register(b0)
{
    int4 g_a;
};

int4 ps_main() : SV_Target
{
    return -g_a;
}
