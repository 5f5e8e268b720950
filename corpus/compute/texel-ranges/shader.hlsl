// Numbers beyond the range of a format are held to it, and what is no number is stored as zero.

RWByteAddressBuffer g_words : register(u0);
RWTexture1D<unorm float4> g_unsigned : register(u1);
RWTexture1D<snorm float4> g_signed : register(u2);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4 value = asfloat(g_words.Load4(id.x * 16u));
    g_unsigned[id.x] = value;
    g_signed[id.x] = value;
}
