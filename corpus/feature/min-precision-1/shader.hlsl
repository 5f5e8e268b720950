// Floats of at least sixteen bits, from the vertex stage to the target.

struct Varying
{
    float4 position : SV_Position;
    min16float4 colour : COLOR0;
    min16float2 coordinate : TEXCOORD0;
};

cbuffer Constants : register(b0)
{
    min16float4 g_tint;
    float4 g_full;
};

Varying vs_main(float4 position : POSITION, min16float4 colour : COLOR0, min16float2 coordinate : TEXCOORD0)
{
    Varying output;
    output.position = position;
    output.colour = colour * (min16float)0.5;
    output.coordinate = coordinate;
    return output;
}

min16float4 ps_main(Varying input) : SV_Target
{
    min16float4 mixed = input.colour * g_tint + input.coordinate.xyxy;
    return (min16float4)((float4)mixed * g_full) + min(mixed, input.colour);
}
