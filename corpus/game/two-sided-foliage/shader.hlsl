// Leaf cards: both faces drawn in one pass, the normal flipped by
// SV_IsFrontFace, alpha test by clip, wrapped light and transmission.
#include "frame.hlsli"

cbuffer Leaf : register(b2)
{
    float alphaCutoff;
    float transmission;
    float windStrength;
    float windFrequency;
    float3 leafTint;
    float ambientOcclusion;
};

Texture2D leafMap : register(t0);
SamplerState leafSampler : register(s0);

struct Varyings
{
    float4 clipPos : SV_Position;
    float2 uv : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float  occlusion : TEXCOORD2;
};

Varyings vs_main(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD0, float4 paint : COLOR0)
{
    Varyings o;
    float3 p = mul(world, float4(position, 1)).xyz;
    // Trunk sway plus leaf flutter; paint.r is stiffness, paint.g the phase.
    float sway = sin(time * (1 + windFrequency) + p.x + p.z);
    float flutter = sin(time * 11 + paint.g * 6.2831853 + dot(p, float3(1.7, 2.3, 0.9)));
    p.xz += windStrength * 0.1 * (1 - paint.r) * (sway + 0.3 * flutter);
    o.clipPos = mul(viewProj, float4(p, 1));
    o.uv = uv;
    o.normal = mul((float3x3)normalMatrix, normal);
    o.occlusion = lerp(1, paint.b, ambientOcclusion);
    return o;
}

float4 ps_main(Varyings i, bool front : SV_IsFrontFace) : SV_Target
{
    float4 leaf = leafMap.Sample(leafSampler, i.uv);
    clip(leaf.a - alphaCutoff * 0.5);
    float3 n = normalize(i.normal);
    n = front ? n : -n;
    float nDotL = dot(n, normalize(sunDir));
    float wrapped = saturate(nDotL * 0.6 + 0.4);
    float through = saturate(-nDotL) * transmission;
    float3 light = sunColor * (wrapped + through) + lerp(groundColor, skyColor, n.y * 0.5 + 0.5) * 0.4;
    return float4(leaf.rgb * leafTint * light * i.occlusion, 1);
}
