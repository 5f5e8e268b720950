// Shader model 5.1: a texture chosen when the shader runs, the same for the whole draw.

#include "attribute_pass.hlsli"

cbuffer Draw : register(b0)
{
    uint g_material;
    uint g_sampler_index;
};

Texture2D g_textures[4] : register(t3);
SamplerState g_samplers[2] : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    uint material = g_material & 3u;
    return g_textures[material].Sample(g_samplers[g_sampler_index & 1u], input.value.xy);
}
