// GLSL ES 3.00 has no arrays of cube textures.

#include "attribute_pass.hlsli"

TextureCubeArray g_probes : register(t0);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    return g_probes.Sample(g_sampler, float4(input.value.xyz - 0.5, 2.0));
}
