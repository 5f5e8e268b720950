// Shifts right with zeros by a count of its own in each lane, ushr.

cbuffer Operands : register(b0)
{
    uint4 g_a;
    uint4 g_b;
};

uint4 ps_main() : SV_Target
{
    return g_a >> g_b;
}
