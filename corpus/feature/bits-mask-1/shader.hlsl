// Masks of comparisons joined by bit operations, and used as numbers.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_limits;
};

uint4 ps_main(Varying input) : SV_Target
{
    float4 steps = floor(input.position.xyxy * 0.25);
    uint4 above = steps > g_limits * 16.0 ? 0xffffffffu : 0u;
    uint4 odd = ((uint4)steps & 1u) ? 0xffffffffu : 0u;
    uint4 both = (above & odd.wzyx) | (~above & 0x0f0fu);
    uint count = (above.x & 1u) + (above.y & 2u) + (odd.z & 4u);
    return both + count - (above ^ odd);
}
