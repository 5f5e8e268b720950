// Shifts every lane left by one count, ishl, as shader model 4 needs it.

cbuffer Operands : register(b0)
{
    uint4 g_a;
    uint4 g_b;
};

uint4 ps_main() : SV_Target
{
    return g_a << g_b.z;
}
