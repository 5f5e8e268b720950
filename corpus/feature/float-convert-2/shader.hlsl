// Integers past 24 bits are rounded to the nearest float.

cbuffer Constants : register(b0)
{
    int4 g_signed;
    uint4 g_unsigned;
};

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint column = (uint)position.x;
    float4 a = (float4)(g_signed + 16777216 + (int)column);
    float4 b = (float4)(g_unsigned + 0x80000000u + column * 64u);
    return asuint(a) ^ asuint(b);
}
