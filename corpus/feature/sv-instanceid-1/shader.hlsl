// Instances placed in a grid by their number, their colours from a constant buffer.

struct Varying
{
    float4 position : SV_Position;
    nointerpolation float4 colour : COLOR0;
    nointerpolation uint instance : INSTANCE;
};

cbuffer Instances : register(b0)
{
    float4 g_colours[16];
};

Varying vs_main(float4 position : POSITION, uint instance : SV_InstanceID)
{
    Varying output;
    float2 cell = float2(instance & 3u, (instance >> 2u) & 3u);
    output.position = float4(position.xy * 0.25 + cell * 0.5 - 0.75, position.zw);
    output.colour = g_colours[instance & 15u];
    output.instance = instance;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.colour + (float)(input.instance & 1u) * 0.25;
}
