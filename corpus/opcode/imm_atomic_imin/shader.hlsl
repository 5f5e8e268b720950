// Signed atomic operation that returns the old value, imm_atomic_imin.
// GLSL ES 3.00 has no unordered access views.

RWTexture2D<int> g_image : register(u1);

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    int old;
    InterlockedMin(g_image[pixel], (int)pixel.y - 16, old);
    return (uint4)old.xxxx;
}
