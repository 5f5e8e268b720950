// The bits of floats as integers: sign, exponent and mantissa taken apart and put together.

cbuffer Constants : register(b0)
{
    float4 g_values;
    uint4 g_bits;
};

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint4 bits = asuint(g_values * (position.x - 32.0));
    uint4 exponent = (bits >> 23u) & 255u;
    uint4 mantissa = bits & 0x007fffffu;
    uint4 rebuilt = (bits & 0x80000000u) | (exponent << 23u) | mantissa;
    return (rebuilt ^ bits) + exponent + (asuint(-abs(g_values)) & g_bits);
}
