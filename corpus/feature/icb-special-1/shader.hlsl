// Bit patterns that are no ordinary floats must pass through a table unchanged.

static const uint4 PATTERNS[4] =
{
    uint4(0x7fc00000u, 0x7f800001u, 0xffc12345u, 0xffffffffu),
    uint4(0x7f800000u, 0xff800000u, 0x80000000u, 0x00000000u),
    uint4(0x00000001u, 0x80000001u, 0x007fffffu, 0x807fffffu),
    uint4(0x00800000u, 0x80800000u, 0x7f7fffffu, 0x3f800000u),
};

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    return PATTERNS[(uint)position.x & 3u];
}
