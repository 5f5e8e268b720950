// Each word past the end reads as zero, also in the middle of a wide read.

ByteAddressBuffer g_bytes : register(t0);

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint size;
    g_bytes.GetDimensions(size);
    return g_bytes.Load4(size - 32u + ((uint)position.x & 15u) * 4u);
}
