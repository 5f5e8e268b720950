// The vertex stage serves several pixel shaders; this one declares the first attributes only.

struct VertexOutput
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
    float4 tangent : TANGENT;
    float3 world : TEXCOORD3;
};

VertexOutput vs_main(float4 position : POSITION, float4 colour : COLOR0, float4 tangent : TANGENT)
{
    VertexOutput output;
    output.position = position;
    output.colour = colour;
    output.tangent = tangent;
    output.world = position.xyz * 10.0;
    return output;
}

float4 ps_main(float4 position : SV_Position, float4 colour : COLOR0) : SV_Target
{
    return colour;
}
