// A long shader: a smooth map of four values, applied two hundred times and unrolled. It contracts,
// so that rounding does not grow.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_steps[16];
};

float4 bend(float4 p, float4 offset)
{
    float4 q = p - offset;
    float4 curve = q / (1.0 + q * q);
    float3 axis = normalize(q.xyz + float3(0.0, 0.0, 2.0));
    return lerp(p, curve.yzwx * 0.5 + 0.5 * dot(axis, q.yzw) * curve.wxyz, 0.25);
}

float4 ps_main(Varying input) : SV_Target
{
    float4 value = input.value;
    float4 sum = float4(0.0, 0.0, 0.0, 0.0);
    [unroll]
    for (int i = 0; i < 200; ++i)
    {
        value = bend(value, g_steps[i & 15] + (float)i * 0.001953125);
        sum += value * value.wzyx * 0.015625;
    }
    return sum;
}
