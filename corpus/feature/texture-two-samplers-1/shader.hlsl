// One texture through two samplers: a filtering one and a point one.

#include "attribute_pass.hlsli"

Texture2D g_texture : register(t0);
SamplerState g_linear : register(s0);
SamplerState g_point : register(s3);

float4 ps_main(Varying input) : SV_Target
{
    float4 smooth_texel = g_texture.Sample(g_linear, input.value.xy);
    float4 sharp_texel = g_texture.Sample(g_point, input.value.xy);
    return lerp(smooth_texel, sharp_texel, input.value.z);
}
