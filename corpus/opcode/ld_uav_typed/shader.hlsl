// Reads a texel of a typed view, ld_uav_typed.
// GLSL ES 3.00 has no unordered access views.

RWTexture2D<uint> g_image : register(u1);

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    return g_image[pixel].xxxx;
}
