// Shader model 5.1: buffers of every kind in a space of their own.

struct Record
{
    float3 a;
    uint b;
    float2 c;
};

Buffer<float4> g_typed : register(t0, space4);
ByteAddressBuffer g_raw : register(t1, space4);
StructuredBuffer<Record> g_records : register(t0, space5);

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint index = (uint)position.x & 15u;
    Record record = g_records[index];
    uint2 words = g_raw.Load2(index * 8u) & 255u;
    return g_typed[index] + float4(record.a, record.c.y) + (float4)(words.xyxy + (record.b & 3u)) / 255.0;
}
