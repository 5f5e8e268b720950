// Interpolation without perspective correction at each sample.

struct Varying
{
    float4 position : SV_Position;
    sample noperspective float4 value : TEXCOORD0;
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
