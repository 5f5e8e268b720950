// Saturate gives zero for NaN, one for infinity and zero for anything below it.

cbuffer Constants : register(b0)
{
    uint4 g_payload;
};

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint4 bits = uint4(0x7fc00000u, 0x7f800000u, 0xff800000u, 0x80000000u) | (g_payload & uint4(0xffffu, 0u, 0u, 0u));
    float4 special = asfloat(bits);
    float4 scaled = saturate(special * (position.x - 16.25));
    return saturate(special) + saturate(-special).wzyx * 0.25 + scaled * 0.125;
}
