// Semantic names are compared without regard to letter case.

struct VertexOutput
{
    float4 position : SV_POSITION;
    float4 colour : Color0;
    float4 coordinates : TexCoord3;
};

VertexOutput vs_main(float4 position : Position, float4 colour : color)
{
    VertexOutput output;
    output.position = position;
    output.colour = colour;
    output.coordinates = colour.wzyx;
    return output;
}

struct PixelInput
{
    float4 position : sv_position;
    float4 colour : COLOR;
    float4 coordinates : TEXCOORD3;
};

float4 ps_main(PixelInput input) : sv_target
{
    return input.colour * input.coordinates;
}
