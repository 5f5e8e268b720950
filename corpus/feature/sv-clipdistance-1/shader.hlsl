// Cuts the mesh with a plane, as a mirror does.

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
    float clip : SV_ClipDistance0;
};

cbuffer Plane : register(b0)
{
    float4 g_plane;
};

Varying vs_main(float4 position : POSITION, float4 colour : COLOR0)
{
    Varying output;
    output.position = position;
    output.colour = colour;
    output.clip = dot(position, g_plane);
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.colour;
}
