// A comparison with NaN is false, so clip keeps the pixel.

cbuffer Constants : register(b0)
{
    uint4 g_bits;
};

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint bits = (uint)position.x & 1u ? 0x7fc00000u | (g_bits.x & 0xffffu) : 0xbf800000u;
    clip(asfloat(bits));
    return float4(position.xy / 64.0, 0.5, 1.0);
}
