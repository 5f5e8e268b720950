// Vertex inputs of every type, as bone indices, packed flags and short vectors have them.

struct VertexInput
{
    float3 position : POSITION;
    uint4 indices : BLENDINDICES;
    int2 offset : TEXCOORD0;
    float weight : BLENDWEIGHT;
    uint flags : FLAGS;
};

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
};

cbuffer Bones : register(b0)
{
    float4 g_rows[32];
};

Varying vs_main(VertexInput input)
{
    Varying output;
    output.position = float4(input.position, 1.0);
    float4 row = g_rows[input.indices.x & 31u] + g_rows[input.indices.w & 31u];
    output.colour = row * input.weight + (float4)input.offset.xyxy * 0.0625;
    output.colour.w = (input.flags & 4u) ? 1.0 : 0.25;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.colour;
}
