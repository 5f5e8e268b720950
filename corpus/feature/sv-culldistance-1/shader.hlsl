// Drops whole triangles that lie behind a plane, and clips with another.

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
    float clip : SV_ClipDistance0;
    float2 cull : SV_CullDistance0;
};

cbuffer Planes : register(b0)
{
    float4 g_clip;
    float4 g_cull[2];
};

Varying vs_main(float4 position : POSITION, float4 colour : COLOR0)
{
    Varying output;
    output.position = position;
    output.colour = colour;
    output.clip = dot(position, g_clip);
    output.cull = float2(dot(position, g_cull[0]), dot(position, g_cull[1]));
    return output;
}

float4 ps_main(float4 position : SV_Position, float4 colour : COLOR0) : SV_Target
{
    return colour;
}
