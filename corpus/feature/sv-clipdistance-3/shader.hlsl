// The pixel stage fades towards the plane that clips.

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
    float2 clip : SV_ClipDistance0;
};

cbuffer Planes : register(b0)
{
    float4 g_first;
    float4 g_second;
};

Varying vs_main(float4 position : POSITION, float4 colour : COLOR0)
{
    Varying output;
    output.position = position;
    output.colour = colour;
    output.clip = float2(dot(position, g_first), dot(position, g_second));
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.colour * saturate(min(input.clip.x, input.clip.y) * 4.0);
}
