// The pixel stage declares four lanes where the vertex stage writes two. The others become zero.

struct VertexOutput
{
    float4 position : SV_Position;
    float2 coordinate : TEXCOORD0;
};

VertexOutput vs_main(float4 position : POSITION, float2 coordinate : TEXCOORD0)
{
    VertexOutput output;
    output.position = position;
    output.coordinate = coordinate;
    return output;
}

struct PixelInput
{
    float4 position : SV_Position;
    float4 coordinate : TEXCOORD0;
};

float4 ps_main(PixelInput input) : SV_Target
{
    return input.coordinate;
}
