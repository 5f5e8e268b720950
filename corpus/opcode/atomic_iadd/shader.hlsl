// Atomic operation without a result, atomic_iadd.
// GLSL ES 3.00 has no unordered access views.

RWByteAddressBuffer g_bytes : register(u1);

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    g_bytes.InterlockedAdd((pixel.x & 15u) * 4u, pixel.y);
    return pixel.xyxy;
}
