// Tiled resources: reads a texel of a typed view with a status, ld_uav_typed_s.
// GLSL ES 3.00 has no unordered access views.

RWTexture2D<uint> g_image : register(u1);

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    uint status;
    uint texel = g_image.Load(pixel, status);
    return CheckAccessFullyMapped(status) ? texel.xxxx : pixel.xyxy;
}
