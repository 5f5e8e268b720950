// A compensated sum and an invariant position need their operations as written.

cbuffer Constants : register(b0)
{
    float4 g_terms[8];
    float4x4 g_transform;
};

struct Varying
{
    precise float4 position : SV_Position;
    float4 value : TEXCOORD0;
};

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0)
{
    Varying output;
    output.position = position + mul(position, g_transform) * 0.0625;
    output.value = value;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    precise float4 sum = input.value;
    precise float4 lost = float4(0.0, 0.0, 0.0, 0.0);
    [unroll]
    for (uint i = 0; i < 8; ++i)
    {
        precise float4 term = g_terms[i] * 0.125 - lost;
        precise float4 next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    return sum;
}
