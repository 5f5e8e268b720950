// Lanes of texture results taken out of order and written to parts of registers.

#include "attribute_pass.hlsli"

Texture2D g_texture : register(t0);
Texture2D g_other : register(t1);
SamplerState g_sampler : register(s0);

float4 ps_main(Varying input) : SV_Target
{
    float4 result;
    result.yw = g_texture.Sample(g_sampler, input.value.xy).wx;
    result.x = g_other.Sample(g_sampler, input.value.zw).z;
    result.z = g_texture.SampleLevel(g_sampler, input.value.wy, 1.0).y;
    return result + g_texture.Load(int3(input.position.xy, 0)).zzxw * 0.25;
}
