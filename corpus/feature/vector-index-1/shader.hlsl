// Lanes of vectors chosen when the shader runs: the compiler multiplies by rows of a unit matrix.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    uint2 pixel = (uint2)input.position.xy & 3u;
    float4 value = input.value;
    return float4(value[pixel.x], value.wzyx[pixel.y], value[(pixel.x + pixel.y) & 3u], value[2]);
}
