// Vertex lighting: a depth comparison and a gather of heights in the vertex stage.

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
};

Texture2D<float> g_depth : register(t0);
Texture2D g_heights : register(t1);
SamplerComparisonState g_compare : register(s0);
SamplerState g_sampler : register(s1);

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0)
{
    float lit = g_depth.SampleCmpLevelZero(g_compare, value.xy, value.z);
    float4 heights = g_heights.GatherRed(g_sampler, value.xy);
    Varying output;
    output.position = position;
    output.colour = float4(heights.xyz, lit);
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.colour;
}
