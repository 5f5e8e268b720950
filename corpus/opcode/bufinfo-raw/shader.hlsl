// The number of bytes of a raw buffer, bufinfo.

ByteAddressBuffer g_bytes : register(t0);

uint ps_main() : SV_Target
{
    uint size;
    g_bytes.GetDimensions(size);
    return size;
}
