// The pixel stage leaves out the attribute in the middle, so the last one gets another register
// than in the vertex stage. Direct3D calls such a pair incompatible.

struct VertexOutput
{
    float4 position : SV_Position;
    float4 first : TEXCOORD0;
    float4 second : TEXCOORD1;
};

VertexOutput vs_main(float4 position : POSITION, float4 value : TEXCOORD0)
{
    VertexOutput output;
    output.position = position;
    output.first = value;
    output.second = value.wzyx;
    return output;
}

struct PixelInput
{
    float4 position : SV_Position;
    float4 second : TEXCOORD1;
};

float4 ps_main(PixelInput input) : SV_Target
{
    return input.second;
}
