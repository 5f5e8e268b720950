// Contact shadows: a short march from the pixel towards the light in screen
// space, all in Loads, early exit by break, hardness by remaining distance.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer ContactShadows : register(b1)
{
    float4x4 viewProjection;
    float3 lightVector;
    float rayLength;
    float contactThickness;
    float fadeDistance;
};

Texture2D<float> depthTexture : register(t0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float ps_main(ScreenVaryings i) : SV_Target
{
    int2 px = (int2)i.position.xy;
    float depth = depthTexture.Load(int3(px, 0));
    float3 p = clamp(worldFromDepth(i.uv, depth), -20.0, 20.0);
    float3 l = safeNormalize(lightVector);
    float4 a = mul(viewProjection, float4(p, 1));
    float4 b = mul(viewProjection, float4(p + l * (0.05 + rayLength * 0.5), 1));
    float3 from = a.xyz / max(abs(a.w), 1e-3);
    float3 to = b.xyz / max(abs(b.w), 1e-3);
    float3 step_ = (to - from) / 12.0;
    float shade = 0.0;
    [loop]
    for (int k = 1; k <= 12; ++k)
    {
        float3 s = from + step_ * k;
        float2 uv = s.xy * float2(0.5, -0.5) + 0.5;
        if (any(uv <= 0.0) || any(uv >= 1.0))
            break;
        float d = depthTexture.Load(int3(uv * screenSize.xy, 0));
        float gap = s.z - d;
        if (gap > 0.001 && gap < 0.01 + contactThickness * 0.2)
        {
            shade = 1.0 - (k - 1) / 12.0;
            break;
        }
    }
    float fade = saturate(1.0 - linearDepth(depth) / (1.0 + fadeDistance * 50.0));
    return 1.0 - shade * fade;
}
