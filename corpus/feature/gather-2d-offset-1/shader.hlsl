// Two-dimensional texture: gather with literal offsets, with four of them, and with offsets from registers.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    int2 g_offset;
    int2 g_step;
};

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

struct Targets
{
    float4 literal : SV_Target0;
    float4 four : SV_Target1;
    float4 computed : SV_Target2;
    float4 four_computed : SV_Target3;
};

Targets ps_main(Varying input)
{
    Targets output;
    float2 place = input.value.xy;
    int2 offset = clamp(g_offset, -32, 20);
    int2 step_size = clamp(g_step, 1, 3);
    output.literal = g_texture.GatherGreen(g_sampler, place, int2(-8, 7));
    output.four = g_texture.GatherRed(g_sampler, place, int2(0, 1), int2(2, -3), int2(-4, 5), int2(6, -7));
    output.computed = g_texture.GatherBlue(g_sampler, place, offset);
    output.four_computed = g_texture.GatherAlpha(
        g_sampler, place, offset, offset + step_size, offset + step_size * 2, offset - step_size.yx);
    return output;
}
