// Powers and logarithms to several bases.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 v = input.value + 0.25;
    float4 a = float4(exp(v.x), exp2(v.y), log(v.z), log2(v.w));
    float4 b = float4(log10(v.x), pow(v.y, 2.2), pow(v.z, 5.0), pow(v.w, 0.5));
    float4 c = float4(sqrt(v.x), rsqrt(v.y), ldexp(v.z, 2.0), 1.0 / v.w);
    return a * 0.25 + b * 0.25 + c * 0.125;
}
