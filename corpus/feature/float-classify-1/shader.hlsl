// The three questions about special floats, answered from a table of bit patterns.

static const uint VALUES[8] =
{
    0x7fc00000u, 0xff800001u, 0x7f800000u, 0xff800000u, 0x80000000u, 0x7f7fffffu, 0x3f800000u, 0xbf800000u
};

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    float value = asfloat(VALUES[(uint)position.x & 7u]);
    return uint4(isnan(value), isinf(value), isfinite(value), 1u);
}
