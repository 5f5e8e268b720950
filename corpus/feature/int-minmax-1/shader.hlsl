// Integer minimum, maximum, clamp, absolute value and sign, signed and unsigned.

cbuffer Constants : register(b0)
{
    int4 g_low;
    int4 g_high;
};

int4 ps_main(float4 position : SV_Position) : SV_Target
{
    int4 value = ((int4)position.xyyx - 32) * int4(1, -3, 1000, -70000000);
    int4 limited = clamp(value, min(g_low, g_high), max(g_low, g_high));
    uint4 wide = min((uint4)value, (uint4)g_high) ^ max((uint4)value, (uint4)g_low);
    return limited + abs(value) * sign(value) + (int4)wide;
}
