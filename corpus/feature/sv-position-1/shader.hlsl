// All lanes of the position that the pixel stage gets: pixel centre, depth and w.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float4 p = input.position;
    return float4(p.xy / 64.0, p.z, p.w * 0.25) + input.value * 0.0625;
}
