// Three attributes arrive, the pixel stage reads the last one only.

struct Varying
{
    float4 position : SV_Position;
    float4 first : TEXCOORD0;
    float4 second : TEXCOORD1;
    float4 third : TEXCOORD2;
};

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0)
{
    Varying output;
    output.position = position;
    output.first = value * 2.0;
    output.second = value.wzyx;
    output.third = 1.0 - value;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.third;
}
