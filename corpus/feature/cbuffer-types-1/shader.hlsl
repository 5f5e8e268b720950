// Booleans of any non-zero value count as true; integers keep all their bits.

cbuffer Types : register(b0)
{
    bool4 g_flags;
    int4 g_signed;
    uint4 g_bits;
    float4 g_floats;
};

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint4 result = g_bits ^ (uint4)g_signed;
    result += g_flags ? uint4(1u, 2u, 3u, 4u) : uint4(10u, 20u, 30u, 40u);
    if (g_flags.x && !g_flags.y)
        result = result.wzyx;
    return result + (uint4)(g_floats * 16.0);
}
