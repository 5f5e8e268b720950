// Compiled for old hardware: the container holds Direct3D 9 bytecode beside the usual program.

struct Varying
{
    float4 position : SV_Position;
    float2 coordinate : TEXCOORD0;
};

cbuffer Constants : register(b0)
{
    float4 g_tint;
};

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

Varying vs_main(float4 position : POSITION, float2 coordinate : TEXCOORD0)
{
    Varying output;
    output.position = position;
    output.coordinate = coordinate;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return g_texture.Sample(g_sampler, input.coordinate) * g_tint;
}
