// Quotients and remainders with both signs, by registers and by literals.

cbuffer Constants : register(b0)
{
    int4 g_divisors;
    uint4 g_unsigned;
};

int4 ps_main(float4 position : SV_Position) : SV_Target
{
    int4 value = (int4)position.xyxy - int4(32, 32, 17, 40);
    int4 divisor = (g_divisors & 7) + 1;
    int4 signs = int4(1, -1, 1, -1) * divisor;
    int4 quotient = value / signs;
    int4 remainder = value % signs;
    uint4 wide = (0x80000001u + (uint4)value) / ((g_unsigned & 15u) + 3u);
    return quotient * 16 + remainder + (int4)(wide % 10u) + value / 7 + value % -5;
}
