// Flag waved analytically: displacement and its derivative by sine sums, two-
// sided shading with a different colour on the back.
#include "frame.hlsli"

cbuffer Flag : register(b2)
{
    float4 waves[3];            // amplitude, frequency x, frequency y, speed
    float4 backTint;
};

Texture2D emblem : register(t0);
SamplerState clampSampler : register(s0);

struct FlagVaryings
{
    float4 pos : SV_Position;
    float2 uv : TEXCOORD0;
    float3 normal : TEXCOORD1;
};

FlagVaryings vs_main(float3 position : POSITION, float2 uv : TEXCOORD0)
{
    float z = 0, dx = 0, dy = 0;
    [unroll]
    for (int k = 0; k < 3; ++k)
    {
        float4 w = waves[k];
        float2 f = 1 + w.yz * 8;
        float phase = dot(uv, f) - time * (1 + w.w * 4);
        float s, c;
        sincos(phase, s, c);
        z += w.x * s;
        dx += w.x * c * f.x;
        dy += w.x * c * f.y;
    }
    float pinned = uv.x;
    FlagVaryings o;
    o.pos = mul(viewProj, mul(world, float4(position.xy, position.z + z * pinned * 0.1, 1)));
    o.uv = uv;
    o.normal = mul((float3x3)normalMatrix, float3(-dx * pinned * 0.1, -dy * pinned * 0.1, 1));
    return o;
}

float4 ps_main(FlagVaryings i, uint face : SV_IsFrontFace) : SV_Target
{
    float2 uv = face ? i.uv : float2(1 - i.uv.x, i.uv.y);
    float4 c = emblem.Sample(clampSampler, uv);
    float3 n = i.normal * rsqrt(max(dot(i.normal, i.normal), 1e-8)) * (face ? 1 : -1);
    c.rgb *= face ? 1 : backTint.rgb;
    float d = dot(n, sunDir);
    return float4(c.rgb * (max(d, -d * 0.3) * 0.8 + 0.2), 1);
}
