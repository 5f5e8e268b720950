// Reads four words of a raw buffer at a byte offset, ld_raw.

cbuffer Operands : register(b0)
{
    uint g_offset;
};

ByteAddressBuffer g_bytes : register(t0);

uint4 ps_main() : SV_Target
{
    return g_bytes.Load4((g_offset & 15u) * 16u);
}
