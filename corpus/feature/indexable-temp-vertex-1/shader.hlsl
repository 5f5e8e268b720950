// The corners of a box in a local array of the vertex stage.

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
};

cbuffer Box : register(b0)
{
    float4 g_low;
    float4 g_high;
};

Varying vs_main(float4 position : POSITION, uint id : SV_VertexID)
{
    float4 corners[4];
    corners[0] = g_low;
    corners[1] = float4(g_high.x, g_low.yzw);
    corners[2] = float4(g_low.x, g_high.y, g_low.zw);
    corners[3] = g_high;
    corners[(id + 1u) & 3u] += position;
    Varying output;
    output.position = position;
    output.colour = corners[id & 3u] * 0.5;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.colour;
}
