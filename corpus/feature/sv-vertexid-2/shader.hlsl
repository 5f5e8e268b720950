// Six corners of two triangles from a constant table.

struct Varying
{
    float4 position : SV_Position;
    nointerpolation float4 colour : COLOR0;
};

static const float2 CORNERS[6] =
{
    float2(-1.0, -1.0), float2(-1.0, 1.0), float2(1.0, -1.0),
    float2(1.0, -1.0), float2(-1.0, 1.0), float2(1.0, 1.0),
};

Varying vs_main(uint id : SV_VertexID)
{
    Varying output;
    uint corner = id % 6u;
    output.position = float4(CORNERS[corner], 0.0, 1.0);
    output.colour = float4((float)(id & 1u), (float)(id >> 1u & 1u), 0.5, 1.0);
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.colour;
}
