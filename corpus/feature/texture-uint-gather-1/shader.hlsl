// Four neighbouring identifiers at once, from the second component of an integer texture.

#include "attribute_pass.hlsli"

Texture2D<uint4> g_ids : register(t0);
SamplerState g_point : register(s0);

uint4 ps_main(Varying input) : SV_Target
{
    return g_ids.GatherGreen(g_point, input.value.xy) + g_ids.GatherRed(g_point, input.value.xy, int2(1, 2));
}
