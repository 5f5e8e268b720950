// All threads change the same three words; the result is the same in every order.

RWByteAddressBuffer g_words : register(u0);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    g_words.InterlockedAnd(0u, ~(1u << (id.x / 2u)));
    g_words.InterlockedOr(4u, 1u << (id.x / 4u));
    g_words.InterlockedXor(8u, id.x * 0x01010101u);
    g_words.InterlockedAdd(12u, id.x);
    g_words.InterlockedAnd(4096u, id.x);
}
