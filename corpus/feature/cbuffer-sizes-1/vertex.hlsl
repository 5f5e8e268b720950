// The vertex stage reads the first rows of the buffer of a frame.

cbuffer Frame : register(b0)
{
    float4 g_offset;
    float4 g_scale;
};

struct Varying
{
    float4 position : SV_Position;
    float4 value : TEXCOORD0;
};

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0)
{
    Varying output;
    output.position = position;
    output.value = value * g_scale + g_offset;
    return output;
}
