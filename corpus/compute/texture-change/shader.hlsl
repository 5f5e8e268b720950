// Each thread changes its own texel of a texture of floats and of one of unsigned integers; the one below the last row
// reads as zero.

RWTexture2D<float> g_floats : register(u0);
RWTexture2D<uint> g_uints : register(u1);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    g_floats[id.xy] = g_floats[id.xy] * 2.0f + 1.0f;
    uint outside = g_uints[uint2(id.x, 4u + id.y)];
    g_uints[id.xy] = g_uints[id.xy] + id.x * 100u + outside;
}
