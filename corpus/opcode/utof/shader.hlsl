// Unsigned integer to float, utof.

cbuffer Operands : register(b0)
{
    uint4 g_a;
};

float4 ps_main() : SV_Target
{
    return (float4)g_a;
}
