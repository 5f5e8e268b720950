// The clip-space position also passes as an attribute and is divided in the pixel stage.

struct Varying
{
    float4 position : SV_Position;
    float4 clip : TEXCOORD0;
};

Varying vs_main(float4 position : POSITION)
{
    Varying output;
    output.position = position;
    output.clip = position;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    float2 device = input.clip.xy / input.clip.w;
    float2 pixel = (device * float2(0.5, -0.5) + 0.5) * 64.0;
    return float4(pixel - input.position.xy, device);
}
