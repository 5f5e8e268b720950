// Signed integer to float, itof.

cbuffer Operands : register(b0)
{
    int4 g_a;
};

float4 ps_main() : SV_Target
{
    return (float4)g_a;
}
