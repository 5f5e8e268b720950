// Signed atomic operation without a result, atomic_imin.
// GLSL ES 3.00 has no unordered access views.

RWTexture2D<int> g_image : register(u1);

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    InterlockedMin(g_image[pixel], (int)pixel.y - 16);
    return pixel.xyxy;
}
