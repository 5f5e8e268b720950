// Tiled resources: gather with a status, gather4_s.

#include "attribute_pass.hlsli"

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    uint status;
    float4 texels = g_texture.Gather(g_sampler, input.value.xy, int2(1, -1), status);
    return CheckAccessFullyMapped(status) ? texels : float4(0.0, 0.0, 0.0, 0.0);
}
