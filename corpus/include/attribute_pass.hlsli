// The vertex stage of the small cases: it hands a clip-space position and one attribute on.

struct Varying
{
    float4 position : SV_Position;
    float4 value : TEXCOORD0;
};

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0)
{
    Varying output;
    output.position = position;
    output.value = value;
    return output;
}
