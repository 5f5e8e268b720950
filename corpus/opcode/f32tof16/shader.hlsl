// Float to half, rounded towards zero, in the low bits, f32tof16.

cbuffer Operands : register(b0)
{
    float4 g_a;
};

uint4 ps_main() : SV_Target
{
    return f32tof16(g_a);
}
