// A switch of 72 cases, such as a generated material library has.

#include "attribute_pass.hlsli"

float4 ramp(float4 value, uint n)
{
    return value * (float)(n + 1) * 0.0078125 + float4(n & 7, n >> 3, 1, 0) * 0.125;
}

#define CASE(n) case n: result = ramp(input.value, n); break;
#define CASES(n) CASE(n) CASE(n + 1) CASE(n + 2) CASE(n + 3) CASE(n + 4) CASE(n + 5) CASE(n + 6) CASE(n + 7)

float4 ps_main(Varying input) : SV_Target
{
    uint index = ((uint)input.position.x + (uint)input.position.y * 5u) % 80u;
    float4 result = float4(0.0, 0.0, 0.0, 1.0);
    switch (index)
    {
        CASES(0)
        CASES(8)
        CASES(16)
        CASES(24)
        CASES(32)
        CASES(40)
        CASES(48)
        CASES(56)
        CASES(64)
        default:
            result = input.value.wzyx;
            break;
    }
    return result;
}
