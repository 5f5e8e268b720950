// Shader model 5.1: an index that differs between pixels, marked as such.

#include "attribute_pass.hlsli"

Texture2D g_textures[4] : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    uint material = (uint)input.position.x & 3u;
    return g_textures[NonUniformResourceIndex(material)].Sample(g_sampler, input.value.xy);
}
