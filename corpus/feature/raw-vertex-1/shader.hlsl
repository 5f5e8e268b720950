// Vertex pulling: positions as floats, colours as bytes and coordinates as halves from raw bytes.

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
    float2 coordinate : TEXCOORD0;
};

ByteAddressBuffer g_vertices : register(t0);

Varying vs_main(uint id : SV_VertexID)
{
    uint at = (id & 15u) * 20u;
    uint2 packed = g_vertices.Load2(at + 12u);
    Varying output;
    output.position = float4(asfloat(g_vertices.Load3(at)), 1.0);
    output.colour = (float4)((packed.x >> uint4(0, 8, 16, 24)) & 255u) / 255.0;
    output.coordinate = f16tof32(packed.y >> uint2(0, 16) & 0x3fffu);
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.colour + input.coordinate.xyxy * 0.125;
}
