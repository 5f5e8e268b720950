// Floats past the integer ranges are clamped; NaN becomes zero.

static const uint VALUES[8] =
{
    0x4f000000u, 0xcf000000u, 0x4f800000u, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0xbfc00000u, 0x4effffffu
};

int4 ps_main(float4 position : SV_Position) : SV_Target
{
    float value = asfloat(VALUES[(uint)position.x & 7u]);
    return int4((int)value, (int)(uint)value, (int)-value, (int)(uint)(value * 0.5));
}
