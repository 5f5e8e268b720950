// Slot 0 is a height map of the vertex stage and a colour of the pixel stage.

struct Varying
{
    float4 position : SV_Position;
    float2 coordinate : TEXCOORD0;
    float height : HEIGHT;
};

Texture2D<float> g_heights : register(t0);
SamplerState g_clamped : register(s0);

Varying vs_main(float4 position : POSITION, float2 coordinate : TEXCOORD0)
{
    Varying output;
    output.height = g_heights.SampleLevel(g_clamped, coordinate, 0.0);
    output.position = position + float4(0.0, output.height * 0.0625, 0.0, 0.0);
    output.coordinate = coordinate;
    return output;
}

TextureCube g_colours : register(t0);
SamplerState g_repeated : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    return g_colours.Sample(g_repeated, float3(input.coordinate, 0.5)) * (0.5 + input.height);
}
