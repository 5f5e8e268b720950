// A local array of matrices: a whole matrix written, rows and single lanes read by register.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    row_major float2x4 m[4];
    [unroll]
    for (uint i = 0; i < 4; ++i)
        m[i] = float2x4(input.value * (float)i, input.value.wzyx);
    uint2 pixel = (uint2)input.position.xy & 3u;
    m[pixel.x] = float2x4(0.0, 0.25, 0.5, 0.75, input.value.yzwx);
    float lane = m[pixel.y][pixel.x & 1u][pixel.x];
    return float4(m[(pixel.y + 1u) & 3u][pixel.y & 1u].xyz, lane);
}
