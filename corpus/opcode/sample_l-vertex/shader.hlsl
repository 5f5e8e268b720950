// Vertex texture fetch: sample_l moves the vertices of a grid up and down.

cbuffer Operands : register(b0)
{
    float g_height;
};

Texture2D g_heights : register(t0);
SamplerState g_sampler : register(s0);

float4 vs_main(float4 position : POSITION, float2 coordinate : TEXCOORD0) : SV_Position
{
    float height = g_heights.SampleLevel(g_sampler, coordinate, 0.0).x;
    return position + float4(0.0, height * g_height, 0.0, 0.0);
}
