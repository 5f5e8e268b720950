// Cuts the mesh with eight planes: two registers of four distances.

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
    float4 clip_a : SV_ClipDistance0;
    float4 clip_b : SV_ClipDistance1;
};

cbuffer Planes : register(b0)
{
    float4 g_planes[8];
};

Varying vs_main(float4 position : POSITION, float4 colour : COLOR0)
{
    Varying output;
    output.position = position;
    output.colour = colour;
    [unroll]
    for (int i = 0; i < 4; ++i)
    {
        output.clip_a[i] = dot(position, g_planes[i]);
        output.clip_b[i] = dot(position, g_planes[i + 4]);
    }
    return output;
}

float4 ps_main(float4 position : SV_Position, float4 colour : COLOR0) : SV_Target
{
    return colour;
}
