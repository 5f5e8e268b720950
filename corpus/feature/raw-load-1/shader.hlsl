// Reads of one, two, three and four words at computed offsets.

cbuffer Constants : register(b0)
{
    uint g_offset;
};

ByteAddressBuffer g_bytes : register(t0);

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint at = ((uint)position.x & 15u) * 4u;
    uint one = g_bytes.Load(at);
    uint2 two = g_bytes.Load2(at + (g_offset & 3u) * 4u);
    uint3 three = g_bytes.Load3(12u);
    uint4 four = g_bytes.Load4(at * 2u + 16u);
    return four + uint4(three, one) + two.xyyx;
}
