// Writes a word of a raw view, store_raw.
// GLSL ES 3.00 has no unordered access views.

RWByteAddressBuffer g_bytes : register(u1);

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    g_bytes.Store((pixel.y * 32u + pixel.x) * 4u, pixel.y);
    return pixel.xyxy;
}
