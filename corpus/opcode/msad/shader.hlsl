// Masked sum of absolute differences of bytes, msad.

cbuffer Operands : register(b0)
{
    uint g_reference;
    uint2 g_source;
    uint4 g_sum;
};

uint4 ps_main() : SV_Target
{
    return msad4(g_reference, g_source, g_sum);
}
