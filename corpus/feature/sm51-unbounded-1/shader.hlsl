// Shader model 5.1: an array without a size, as bindless renderers have it.

#include "attribute_pass.hlsli"

cbuffer Draw : register(b0)
{
    uint g_material;
};

Texture2D g_textures[] : register(t0, space3);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    return g_textures[g_material].Sample(g_sampler, input.value.xy);
}
