// Half in the low bits to float, f16tof32.

cbuffer Operands : register(b0)
{
    uint4 g_a;
};

float4 ps_main() : SV_Target
{
    return f16tof32(g_a);
}
