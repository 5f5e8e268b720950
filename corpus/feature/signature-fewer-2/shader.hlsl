// The pixel stage comes from another file of the game and declares two lanes where four are written.

struct VertexOutput
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
    float4 coordinates : TEXCOORD0;
};

VertexOutput vs_main(float4 position : POSITION, float4 colour : COLOR0, float4 coordinates : TEXCOORD0)
{
    VertexOutput output;
    output.position = position;
    output.colour = colour;
    output.coordinates = coordinates;
    return output;
}

struct PixelInput
{
    float4 position : SV_Position;
    float3 colour : COLOR0;
    float2 coordinate : TEXCOORD0;
};

float4 ps_main(PixelInput input) : SV_Target
{
    return float4(input.colour * input.coordinate.x, input.coordinate.y);
}
