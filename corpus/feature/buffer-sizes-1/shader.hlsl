// Element and byte counts of typed, raw and structured buffers.

Buffer<uint2> g_typed : register(t0);
ByteAddressBuffer g_raw : register(t1);
StructuredBuffer<float3> g_structured : register(t2);

uint4 ps_main() : SV_Target
{
    uint typed, raw, structured, stride;
    g_typed.GetDimensions(typed);
    g_raw.GetDimensions(raw);
    g_structured.GetDimensions(structured, stride);
    return uint4(typed, raw, structured, stride);
}
