// A loop of fixed length that is unrolled: a row of multiplications and additions.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_kernel[5];
};

float4 ps_main(Varying input) : SV_Target
{
    float4 sum = float4(0.0, 0.0, 0.0, 0.0);
    [unroll]
    for (int i = 0; i < 5; ++i)
        sum += g_kernel[i] * (input.value + (float)(i - 2) * 0.125);
    return sum;
}
