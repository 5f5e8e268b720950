// Unsigned bit field extraction with literal fields, ubfe.

cbuffer Operands : register(b0)
{
    uint4 g_a;
};

uint4 ps_main() : SV_Target
{
    return (g_a >> uint4(3, 5, 11, 22)) & uint4(31, 63, 31, 511);
}
