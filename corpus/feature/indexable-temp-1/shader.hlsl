// A local array of floats: filled, one element replaced, one element read.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float values[8];
    [unroll]
    for (uint i = 0; i < 8; ++i)
        values[i] = input.value.x * (float)i;
    uint2 pixel = (uint2)input.position.xy;
    values[pixel.x & 7u] = input.value.y;
    return float4(values[pixel.y & 7u], values[(pixel.x + 1u) & 7u], values[3], 1.0);
}
