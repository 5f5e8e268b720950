// The face read as an integer: all bits set at the front, none at the back.

#include "attribute_pass.hlsli"

uint4 ps_main(Varying input, uint front : SV_IsFrontFace) : SV_Target
{
    uint4 result = uint4(front, front & 1u, ~front, 7u);
    [branch]
    if (front)
        result.w = (uint)(input.value.x * 255.0) & 1u;
    return result;
}
