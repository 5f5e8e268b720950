// Interpolation at each sample, which makes the pixel stage run once a sample.

struct Varying
{
    float4 position : SV_Position;
    sample float4 value : TEXCOORD0;
};

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0)
{
    Varying output;
    output.position = position;
    output.value = value;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.value;
}
