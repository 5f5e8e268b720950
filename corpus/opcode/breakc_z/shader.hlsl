// A loop that ends when no bit of a mask is left. Unoptimized code has breakc_z.

cbuffer Operands : register(b0)
{
    uint g_mask;
};

uint ps_main() : SV_Target
{
    uint mask = g_mask & 0xffffu;
    uint bits = 0;
    [loop]
    while (mask != 0)
    {
        bits += mask & 1u;
        mask >>= 1;
    }
    return bits;
}
