// Tiled resources: raw buffer read with a status, ld_raw_s.

ByteAddressBuffer g_bytes : register(t0);

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint status;
    uint4 words = g_bytes.Load4(((uint)position.x & 15u) * 16u, status);
    return CheckAccessFullyMapped(status) ? words : uint4(0u, 0u, 0u, 0u);
}
