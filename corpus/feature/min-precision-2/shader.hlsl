// Integers of at least sixteen bits and fixed-point numbers of at least ten.

cbuffer Constants : register(b0)
{
    min16int4 g_signed;
    min16uint4 g_unsigned;
    min10float4 g_fixed;
};

int4 ps_main(float4 position : SV_Position) : SV_Target
{
    min16int column = (min16int)position.x;
    min16int4 a = (g_signed & (min16int4)255) + column;
    min16uint4 b = (g_unsigned & (min16uint4)255) * (min16uint)3;
    min10float4 c = g_fixed * (min10float)0.5;
    return (int4)max(a, (min16int4)b) + (int4)(float4)(c * (min10float)2.0);
}
