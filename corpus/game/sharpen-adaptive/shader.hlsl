// Contrast-adaptive sharpening in our own wording: nine Loads with offsets,
// local range, weight limited so that nothing rings.
#include "fullscreen.hlsli"

cbuffer Sharpen : register(b1)
{
    float sharpness;
};

Texture2D<float4> inputTexture : register(t0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings v) : SV_Target
{
    int3 p = int3(v.position.xy, 0);
    float3 a = inputTexture.Load(p, int2(-1, -1)).rgb;
    float3 b = inputTexture.Load(p, int2(0, -1)).rgb;
    float3 c = inputTexture.Load(p, int2(1, -1)).rgb;
    float3 d = inputTexture.Load(p, int2(-1, 0)).rgb;
    float3 e = inputTexture.Load(p).rgb;
    float3 f = inputTexture.Load(p, int2(1, 0)).rgb;
    float3 g = inputTexture.Load(p, int2(-1, 1)).rgb;
    float3 h = inputTexture.Load(p, int2(0, 1)).rgb;
    float3 i = inputTexture.Load(p, int2(1, 1)).rgb;
    float3 lo = min(min(min(d, e), min(f, b)), h);
    float3 hi = max(max(max(d, e), max(f, b)), h);
    lo += min(lo, min(min(a, c), min(g, i)));
    hi += max(hi, max(max(a, c), max(g, i)));
    float3 amount = saturate(min(lo, 2.0 - hi) / max(hi, 1e-3));
    amount = sqrt(amount);
    float peak = -1.0 / lerp(8.0, 5.0, saturate(sharpness));
    float3 w = amount * peak;
    float3 result = (b * w + d * w + f * w + h * w + e) / (1.0 + 4.0 * w);
    return float4(saturate(result), 1);
}
