// Nested indices: an element of one local array indexes another.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    uint2 pixel = (uint2)input.position.xy;
    uint order[4] = { 2, 0, 3, 1 };
    float4 values[4] = { input.value, input.value.yzwx, input.value.zwxy, input.value.wxyz };
    order[pixel.x & 3u] = pixel.y & 3u;
    values[order[(pixel.x + 1u) & 3u]] *= 0.5;
    return values[order[pixel.y & 3u]] + values[order[2]] * 0.25;
}
