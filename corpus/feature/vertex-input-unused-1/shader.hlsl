// The input layout of a whole engine; this shader reads the first and the last element.

struct VertexInput
{
    float3 position : POSITION;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float2 coordinate : TEXCOORD0;
    float2 lightmap : TEXCOORD1;
    float4 colour : COLOR0;
};

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
};

Varying vs_main(VertexInput input)
{
    Varying output;
    output.position = float4(input.position, 1.0);
    output.colour = input.colour;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.colour;
}
