// Infinities from a table meet comparisons and minima, where their result is defined.

static const uint BITS[4] = { 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x3f000000u };

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float special = asfloat(BITS[(uint)input.position.x & 3u]);
    float low = min(input.value.x, special);
    float high = max(input.value.y, special);
    return float4(low > -1.0, high < 2.0, min(max(special, 0.0), 1.0), special == special);
}
