// Reads of an unsigned integer texture with bits that are no valid floats.

Texture2D<uint4> g_ids : register(t0);

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    int2 pixel = (int2)position.xy;
    uint4 here = g_ids.Load(int3(pixel, 0));
    uint4 right = g_ids.Load(int3(pixel, 0), int2(1, 0));
    return (here ^ right) + here.wzyx;
}
