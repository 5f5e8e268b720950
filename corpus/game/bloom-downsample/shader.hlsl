// Thirteen-tap downsample with immediate offsets on one linear sampler.
#include "fullscreen.hlsli"

Texture2D source : register(t0);
SamplerState linearClamp : register(s0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float2 uv = i.uv;
    float3 a = source.Sample(linearClamp, uv, int2(-2, -2)).rgb;
    float3 b = source.Sample(linearClamp, uv, int2(0, -2)).rgb;
    float3 c = source.Sample(linearClamp, uv, int2(2, -2)).rgb;
    float3 d = source.Sample(linearClamp, uv, int2(-2, 0)).rgb;
    float3 e = source.Sample(linearClamp, uv).rgb;
    float3 f = source.Sample(linearClamp, uv, int2(2, 0)).rgb;
    float3 g = source.Sample(linearClamp, uv, int2(-2, 2)).rgb;
    float3 h = source.Sample(linearClamp, uv, int2(0, 2)).rgb;
    float3 k = source.Sample(linearClamp, uv, int2(2, 2)).rgb;
    float3 j = source.Sample(linearClamp, uv, int2(-1, -1)).rgb;
    float3 l = source.Sample(linearClamp, uv, int2(1, -1)).rgb;
    float3 m = source.Sample(linearClamp, uv, int2(-1, 1)).rgb;
    float3 n = source.Sample(linearClamp, uv, int2(1, 1)).rgb;
    float3 result = e * 0.125;
    result += (a + c + g + k) * 0.03125;
    result += (b + d + f + h) * 0.0625;
    result += (j + l + m + n) * 0.125;
    return float4(result, 1);
}
