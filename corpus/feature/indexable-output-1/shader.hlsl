// One of four vertex outputs gets a special value; the constant says which.

struct Varying
{
    float4 position : SV_Position;
    float4 layers[4] : TEXCOORD0;
};

cbuffer Constants : register(b0)
{
    uint g_chosen;
};

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0)
{
    Varying output;
    output.position = position;
    float4 layers[4] = { value, value.yzwx, value.zwxy, value.wxyz };
    layers[g_chosen & 3u] = 1.0 - value;
    output.layers = layers;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.layers[0] + input.layers[1] * 0.5 + input.layers[2] * 0.25 + input.layers[3] * 0.125;
}
