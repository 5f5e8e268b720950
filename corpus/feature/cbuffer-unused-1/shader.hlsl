// A large shared buffer of which this shader reads one lane near its end, in both stages.

cbuffer Engine : register(b1)
{
    float4x4 g_world;
    float4x4 g_view;
    float4x4 g_projection;
    float4 g_fog[4];
    float4 g_time;
    float4 g_rest[40];
};

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
};

Varying vs_main(float4 position : POSITION, float4 colour : COLOR0)
{
    Varying output;
    output.position = position;
    output.colour = colour * g_time.y;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.colour + g_time.z * 0.25;
}
