// As many textures as WebGL 2 promises to a pixel stage.

#include "attribute_pass.hlsli"

Texture2D g_textures[16] : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    float4 sum = float4(0.0, 0.0, 0.0, 0.0);
    [unroll]
    for (int i = 0; i < 16; ++i)
        sum += g_textures[i].Sample(g_sampler, input.value.xy + (float)i * 0.0625) * (0.03125 * (float)(i + 1));
    return sum * 0.25;
}
