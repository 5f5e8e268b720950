// Signed and unsigned integers pass from the vertex to the pixel stage unchanged, all 32 bits.

struct Varying
{
    float4 position : SV_Position;
    nointerpolation uint4 bits : BITS;
    nointerpolation int2 signs : SIGNS;
};

cbuffer Constants : register(b0)
{
    uint4 g_bits;
};

Varying vs_main(float4 position : POSITION)
{
    Varying output;
    output.position = position;
    output.bits = g_bits ^ uint4(0x80000001u, 0x7fc00000u, 0xffffffffu, 5u);
    output.signs = int2(-1, -2147483647);
    return output;
}

uint4 ps_main(Varying input) : SV_Target
{
    return input.bits + (uint4)input.signs.xyxy;
}
