// Cut-out volumes: a loop drops the pixel if it lies in one of them; texture sampling follows.

#include "attribute_pass.hlsli"

cbuffer Volumes : register(b0)
{
    float4 g_spheres[4];
};

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    [loop]
    for (uint i = 0; i < 4; ++i)
    {
        float2 offset = input.value.xy - g_spheres[i].xy;
        if (dot(offset, offset) < g_spheres[i].w * 0.05)
            discard;
    }
    return g_texture.Sample(g_sampler, input.value.xy * 2.0);
}
