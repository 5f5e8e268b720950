// Drops every other pixel of a checkerboard, discard_nz.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    uint2 cell = (uint2)input.position.xy >> 2u;
    if ((cell.x ^ cell.y) & 1u)
        discard;
    return input.value;
}
