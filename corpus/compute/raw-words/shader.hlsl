// Words move between raw buffers in runs of one, two, three and four.

ByteAddressBuffer g_in : register(t0);
RWByteAddressBuffer g_out : register(u1);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x * 48u;
    uint4 four = g_in.Load4(at);
    uint3 three = g_in.Load3(at + 16u);
    uint2 two = g_in.Load2(at + 28u);
    uint one = g_in.Load(at + 36u);
    g_out.Store(at, one);
    g_out.Store2(at + 4u, two.yx);
    g_out.Store3(at + 12u, three.zyx);
    g_out.Store4(at + 24u, four.wzyx + g_out.Load(at + 44u));
}
