// Signed integer to double, itod.

cbuffer Operands : register(b0)
{
    int2 g_a;
};

uint4 ps_main() : SV_Target
{
    double2 result = (double2)g_a;
    uint low0, high0;
    asuint(result.x, low0, high0);
    uint low1, high1;
    asuint(result.y, low1, high1);
    return uint4(low0, high0, low1, high1);
}
