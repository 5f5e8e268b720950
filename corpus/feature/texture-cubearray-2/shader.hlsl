// Point light shadows in an array of cube textures.

#include "attribute_pass.hlsli"

TextureCubeArray<float> g_shadows : register(t0);
SamplerComparisonState g_compare : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    uint width, height, count;
    g_shadows.GetDimensions(width, height, count);
    float lit = g_shadows.SampleCmpLevelZero(g_compare, float4(input.value.xyz - 0.5, 1.0), input.value.w);
    return float4(lit, (float)width, (float)height, (float)count);
}
