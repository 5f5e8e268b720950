// Pixel inputs declared as an array and summed in a loop.

struct Varying
{
    float4 position : SV_Position;
    float4 layers[4] : TEXCOORD0;
};

cbuffer Constants : register(b0)
{
    float4 g_weights;
    uint g_count;
};

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0)
{
    Varying output;
    output.position = position;
    output.layers[0] = value;
    output.layers[1] = value.yzwx;
    output.layers[2] = value.zwxy;
    output.layers[3] = value.wxyz;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    float4 sum = float4(0.0, 0.0, 0.0, 0.0);
    uint count = min(g_count, 4u);
    [loop]
    for (uint i = 0; i < count; ++i)
        sum += input.layers[i] * g_weights[i];
    return sum;
}
