// Cube texture: one component of four texels, each of the four components.

#include "attribute_pass.hlsli"

TextureCube g_texture : register(t0);
SamplerState g_sampler : register(s0);

struct Targets
{
    float4 red : SV_Target0;
    float4 green : SV_Target1;
    float4 blue : SV_Target2;
    float4 alpha : SV_Target3;
};

Targets ps_main(Varying input)
{
    Targets output;
    float3 place = input.value.xyz * 2.0 - 1.0;
    output.red = g_texture.GatherRed(g_sampler, place);
    output.green = g_texture.GatherGreen(g_sampler, place);
    output.blue = g_texture.GatherBlue(g_sampler, place);
    output.alpha = g_texture.GatherAlpha(g_sampler, place).wzyx;
    return output;
}
