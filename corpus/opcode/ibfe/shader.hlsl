// Signed bit field extraction with literal fields, ibfe.

cbuffer Operands : register(b0)
{
    int4 g_a;
};

int4 ps_main() : SV_Target
{
    return (g_a << int4(27, 12, 3, 1)) >> int4(27, 21, 14, 16);
}
