// One thread counts one counter up five times and another one down twice and writes what it got.

RWStructuredBuffer<uint> g_up : register(u0);
RWStructuredBuffer<uint> g_down : register(u2);
RWByteAddressBuffer g_seen : register(u1);

[numthreads(1, 1, 1)]
void main()
{
    uint at = 0u;
    [loop]
    for (uint i = 0u; i < 5u; i++)
    {
        g_seen.Store(at, g_up.IncrementCounter());
        at += 4u;
    }
    g_seen.Store(at, g_down.DecrementCounter());
    g_seen.Store(at + 4u, g_down.DecrementCounter());
}
