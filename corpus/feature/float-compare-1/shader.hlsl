// Equal, less and greater-or-equal are false with NaN, unequal is true; zeros are equal.

static const uint VALUES[8] =
{
    0x7fc00000u, 0xffc00000u, 0x7f800000u, 0xff800000u, 0x80000000u, 0u, 0x3f800000u, 0xbf800000u
};

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy & 7u;
    float a = asfloat(VALUES[pixel.x]);
    float b = asfloat(VALUES[pixel.y]);
    return uint4(a == b, a != b, a < b, a >= b) + (!(a < b) ? 16u : 0u);
}
