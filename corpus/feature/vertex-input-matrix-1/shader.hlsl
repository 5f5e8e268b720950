// A per-instance matrix takes four vertex input registers.

struct VertexInput
{
    float4 position : POSITION;
    float4x4 world : INSTANCE_TRANSFORM;
    float4 colour : COLOR1;
};

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
};

Varying vs_main(VertexInput input)
{
    Varying output;
    output.position = mul(input.world, input.position);
    output.colour = input.colour;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.colour;
}
