// An unsigned division by zero gives all bits set, for the quotient and for the remainder.

cbuffer Constants : register(b0)
{
    uint4 g_values;
};

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint4 divisor = (uint4)position.xyxy & uint4(3u, 1u, 7u, 2u);
    return uint4(g_values.xy / divisor.xy, g_values.zw % divisor.zw);
}
