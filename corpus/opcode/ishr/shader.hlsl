// Shifts right with the sign by a count of its own in each lane, ishr.

cbuffer Operands : register(b0)
{
    int4 g_a;
    int4 g_b;
};

int4 ps_main() : SV_Target
{
    return g_a >> g_b;
}
