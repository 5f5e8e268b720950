// Reads an element of a structured buffer, ld_structured.

cbuffer Operands : register(b0)
{
    uint g_index;
};

StructuredBuffer<float4> g_elements : register(t0);

float4 ps_main() : SV_Target
{
    return g_elements[g_index & 15u];
}
