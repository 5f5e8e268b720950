// The blending functions, vector and scalar.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_low;
    float4 g_high;
};

float4 ps_main(Varying input) : SV_Target
{
    float4 low = g_low * 0.25;
    float4 high = g_high * 0.25 + 0.5;
    float4 a = lerp(low, high, input.value);
    float4 b = smoothstep(low, high, input.value);
    float4 c = clamp(input.value, low, high);
    float4 d = saturate(mad(input.value, 2.0, -low));
    return a * 0.25 + b * 0.25 + c * 0.25 + d * 0.25;
}
