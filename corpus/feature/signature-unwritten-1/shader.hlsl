// The pixel stage declares a semantic that the vertex stage lacks. A translator gives it zero.

struct VertexOutput
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
};

VertexOutput vs_main(float4 position : POSITION, float4 colour : COLOR0)
{
    VertexOutput output;
    output.position = position;
    output.colour = colour;
    return output;
}

struct PixelInput
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
    float4 light : TEXCOORD4;
};

float4 ps_main(PixelInput input) : SV_Target
{
    return input.colour + input.light;
}
