// The vertex stage declares a palette of matrices.

cbuffer Palette : register(b1)
{
    float4 g_rows[48];
};

struct Varying
{
    float4 position : SV_Position;
    float4 value : TEXCOORD0;
};

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0, uint4 bones : BLENDINDICES)
{
    Varying output;
    output.position = position;
    output.value = value + g_rows[bones.x % 48u] + g_rows[bones.y % 48u] * 0.5;
    return output;
}
