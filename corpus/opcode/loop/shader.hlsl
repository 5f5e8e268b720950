// A loop whose count comes from a constant: loop, breakc_nz and endloop.

cbuffer Operands : register(b0)
{
    float4 g_step;
    uint g_count;
};

float4 ps_main() : SV_Target
{
    float4 sum = g_step;
    uint count = g_count & 15u;
    [loop]
    for (uint i = 0; i < count; ++i)
    {
        sum += sum * g_step;
    }
    return sum;
}
