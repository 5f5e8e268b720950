// Negation, absolute value and saturation on many operations.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_a;
    float4 g_b;
};

float4 ps_main(Varying input) : SV_Target
{
    float4 a = saturate(-abs(input.value) * g_a + abs(g_b));
    float4 b = saturate(dot(-input.value, abs(g_b - 0.5)) + 1.0);
    float4 c = min(-g_a, abs(input.value)) + max(-abs(g_b), -input.value);
    float4 d = saturate(sqrt(abs(c)) - rsqrt(abs(c) + 1.0));
    float4 e = -abs(c) > -g_a ? saturate(-c) : abs(a);
    return a + b * 0.25 + d * 0.5 - e * 0.125;
}
