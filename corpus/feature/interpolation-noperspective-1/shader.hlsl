// Interpolation without perspective correction beside one with it.

struct Varying
{
    float4 position : SV_Position;
    noperspective float4 screen : TEXCOORD0;
    float4 world : TEXCOORD1;
};

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0)
{
    Varying output;
    output.position = position;
    output.position.w = 1.0 + value.x;
    output.screen = value;
    output.world = value;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return float4(input.screen.xy, input.world.xy);
}
