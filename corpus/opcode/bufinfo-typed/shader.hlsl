// The number of elements of a typed buffer, bufinfo.

Buffer<float4> g_buffer : register(t0);

uint ps_main() : SV_Target
{
    uint count;
    g_buffer.GetDimensions(count);
    return count;
}
