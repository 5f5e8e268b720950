// Cascades read with two comparison samplers and a plain one.

#include "attribute_pass.hlsli"

Texture2DArray<float> g_cascades : register(t4);
SamplerComparisonState g_hard : register(s2);
SamplerComparisonState g_soft : register(s5);
SamplerState g_plain : register(s6);

float4 ps_main(Varying input) : SV_Target
{
    float3 place = float3(input.value.xy, floor(input.position.x * 0.0625));
    float hard = g_cascades.SampleCmpLevelZero(g_hard, place, input.value.z);
    float soft = g_cascades.SampleCmpLevelZero(g_soft, place, input.value.z, int2(1, 0));
    float depth = g_cascades.SampleLevel(g_plain, place, 0.0);
    return float4(hard, soft, depth, 1.0);
}
