// Interpolation without perspective correction at the centroid of the covered samples.

struct Varying
{
    float4 position : SV_Position;
    noperspective centroid float4 screen : TEXCOORD0;
};

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0)
{
    Varying output;
    output.position = position;
    output.screen = value;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.screen;
}
