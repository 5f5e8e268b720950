// The position comes last in both signatures, and the pixel stage leaves it out.

struct VertexOutput
{
    float4 colour : COLOR0;
    float2 coordinate : TEXCOORD0;
    float4 position : SV_Position;
};

VertexOutput vs_main(float4 position : POSITION, float4 colour : COLOR0, float2 coordinate : TEXCOORD0)
{
    VertexOutput output;
    output.colour = colour;
    output.coordinate = coordinate;
    output.position = position;
    return output;
}

float4 ps_main(float4 colour : COLOR0, float2 coordinate : TEXCOORD0) : SV_Target
{
    return colour * coordinate.xyxy;
}
