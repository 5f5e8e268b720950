// Trigonometric functions: those that are instructions, and those that the compiler expands.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 v = input.value * 2.0 - 1.0;
    float4 a = float4(sin(v.x), cos(v.y), tan(v.z * 0.5), atan(v.w));
    float4 b = float4(asin(v.x * 0.875), acos(v.y * 0.875), atan2(v.z + 2.0, v.w), atan2(v.x, 1.5));
    float4 c = float4(sinh(v.x), cosh(v.y), tanh(v.z), degrees(radians(v.w)));
    return a * 0.5 + b * 0.25 + c * 0.125;
}
