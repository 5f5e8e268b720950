// Atomic store if the old value is the expected one, atomic_cmp_store.
// GLSL ES 3.00 has no unordered access views.

RWByteAddressBuffer g_bytes : register(u1);

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    g_bytes.InterlockedCompareStore((pixel.y * 32u + pixel.x) * 4u, 0u, pixel.y);
    return pixel.xyxy;
}
