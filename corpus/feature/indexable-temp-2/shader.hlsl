// A local array of float2, swapped by dynamic indices.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float2 points[6] =
    {
        input.value.xy, input.value.yz, input.value.zw, input.value.wx, input.value.xz, input.value.yw
    };
    uint a = (uint)input.position.x % 6u;
    uint b = (uint)input.position.y % 6u;
    float2 kept = points[a];
    points[a] = points[b].yx;
    points[b] = kept;
    return float4(points[0] + points[1] * 2.0 + points[2] * 4.0, points[3] - points[4] * 0.5 + points[5]);
}
