// Two tables in one: the integers of the first choose rows of the second. The vertex stage has
// a table of its own.

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
};

static const float2 SHIFTS[4] = { { 0.0, 0.0 }, { 0.25, 0.0 }, { 0.0, 0.25 }, { -0.25, -0.25 } };

Varying vs_main(float4 position : POSITION, float4 colour : COLOR0, uint id : SV_VertexID)
{
    Varying output;
    output.position = position + float4(SHIFTS[id & 3u], 0.0, 0.0) * 0.125;
    output.colour = colour;
    return output;
}

static const uint ORDER[5] = { 3, 1, 4, 0, 2 };
static const float4 COLOURS[5] =
{
    float4(1.0, 0.5, 0.0, 1.0), float4(0.0, 0.5, 1.0, 1.0), float4(0.25, 0.25, 0.25, 1.0),
    float4(0.75, 0.0, 0.5, 1.0), float4(0.0, 1.0, 0.5, 1.0),
};

float4 ps_main(Varying input) : SV_Target
{
    return COLOURS[ORDER[(uint)input.position.x % 5u]] * input.colour;
}
