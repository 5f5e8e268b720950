// A table of 256 integers that a hash walks through.

#define ROW(n) (n * 37u) ^ 0x55u, (n * 91u + 17u) & 255u, (n * 13u) ^ (n >> 2u), n * 2654435761u
#define ROWS(n) ROW(n), ROW(n + 1u), ROW(n + 2u), ROW(n + 3u), ROW(n + 4u), ROW(n + 5u), ROW(n + 6u), ROW(n + 7u)
#define PAGE(n) ROWS(n), ROWS(n + 8u), ROWS(n + 16u), ROWS(n + 24u)

static const uint4 TABLE[128] =
{
    PAGE(0u), PAGE(32u), PAGE(64u), PAGE(96u)
};

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint4 first = TABLE[(uint)position.x & 127u];
    return TABLE[(first.y + (uint)position.y) & 127u] ^ first;
}
