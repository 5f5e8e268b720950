// Vertices that are switched off collapse and leave early.

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
};

cbuffer Constants : register(b0)
{
    float4 g_offsets[4];
    uint g_hidden;
};

Varying vs_main(float4 position : POSITION, float4 colour : COLOR0, uint id : SV_VertexID)
{
    Varying output;
    output.position = float4(0.0, 0.0, 2.0, 1.0);
    output.colour = float4(0.0, 0.0, 0.0, 0.0);
    [branch]
    if ((g_hidden >> (id & 31u)) & 1u)
        return output;
    output.position = position;
    [loop]
    for (uint i = 0; i < 4; ++i)
    {
        if (g_offsets[i].w > 0.5)
            output.position.xy += g_offsets[i].xy * 0.0625;
    }
    output.colour = colour;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.colour;
}
