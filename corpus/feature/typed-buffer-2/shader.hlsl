// Instance data from a typed buffer; elements past the end read as zero.

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
};

Buffer<float4> g_instances : register(t0);

Varying vs_main(float4 position : POSITION, uint id : SV_VertexID)
{
    Varying output;
    output.position = position + g_instances[id * 2u] * 0.03125;
    output.colour = g_instances[id * 2u + 1u] + g_instances.Load(-1);
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.colour;
}
