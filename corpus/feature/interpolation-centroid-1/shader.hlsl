// Interpolation at the centroid of the covered samples.

struct Varying
{
    float4 position : SV_Position;
    centroid float4 value : TEXCOORD0;
    float4 plain : TEXCOORD1;
};

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0)
{
    Varying output;
    output.position = position;
    output.value = value;
    output.plain = value.wzyx;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.value * 0.75 + input.plain * 0.25;
}
