// Vertex inputs declared as an array and indexed by a value from a constant buffer.

cbuffer Constants : register(b0)
{
    uint g_shape;
};

struct VertexInput
{
    float4 position : POSITION;
    float4 shapes[4] : TEXCOORD0;
};

struct Varying
{
    float4 position : SV_Position;
    float4 shape : TEXCOORD0;
};

Varying vs_main(VertexInput input)
{
    Varying output;
    output.position = input.position;
    output.shape = input.shapes[g_shape & 3u];
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.shape;
}
