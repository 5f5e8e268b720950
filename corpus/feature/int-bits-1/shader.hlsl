// Bit counts and positions, also of zero and minus one, where nothing is found.

cbuffer Constants : register(b0)
{
    uint4 g_values;
};

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint column = (uint)position.x;
    uint4 value = column < 32u ? g_values & (1u << column) : g_values | (0xffffffffu << (column & 31u));
    uint4 high = firstbithigh(value);
    uint4 low = firstbitlow(value);
    uint4 signed_high = firstbithigh((int4)(0u - value));
    return high + (low << 8u) + (signed_high << 16u) + (countbits(value) << 24u) + reversebits(value);
}
