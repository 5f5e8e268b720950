// Force field: hexagon pattern, intersection glow against scene depth, and
// ripples from an array of recent impacts looped over in the pixel shader.
#include "frame.hlsli"
#include "mathlib.hlsli"

#define MAX_IMPACTS 6

cbuffer ForceField : register(b2)
{
    float4 fieldColor;
    float4 impacts[MAX_IMPACTS];    // xyz position, w age
    int impactCount;
    float hexScale;
    float intersectWidth;
    float rippleWidth;
};

Texture2D<float> sceneDepth : register(t0);

struct Varyings
{
    float4 clipPos : SV_Position;
    float3 worldPos : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float2 uv : TEXCOORD2;
    float viewDepth : TEXCOORD3;
};

Varyings vs_main(float4 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD)
{
    Varyings o;
    float4 p = mul(world, position);
    o.worldPos = p.xyz;
    o.normal = mul((float3x3)normalMatrix, normal);
    o.uv = uv;
    o.clipPos = mul(viewProj, p);
    o.viewDepth = o.clipPos.w;
    return o;
}

float hexEdge(float2 p)
{
    const float2 s = float2(1.0, 1.7320508);
    float2 a = frac(p / s) * s - s * 0.5;
    float2 b = frac((p - s * 0.5) / s) * s - s * 0.5;
    float2 g = dot(a, a) < dot(b, b) ? a : b;
    g = abs(g);
    return max(dot(g, s * 0.5), g.x) * 2.0;
}

float4 ps_main(Varyings i) : SV_Target
{
    float3 n = safeNormalize(i.normal);
    float3 v = safeNormalize(cameraPos - i.worldPos);
    float fresnel = pow5(1.0 - saturate(abs(dot(n, v))));
    float hex = smoothstep(0.85, 0.98, hexEdge(i.uv * (2.0 + hexScale * 10.0)));

    float behind = sceneDepth.Load(int3(i.clipPos.xy, 0)) * (1.0 + farPlane);
    float touch = 1.0 - saturate(abs(behind - i.viewDepth) / max(intersectWidth, 0.02));

    float ripple = 0.0;
    int count = clamp(impactCount, 0, MAX_IMPACTS);
    [loop]
    for (int k = 0; k < count; ++k)
    {
        float4 hit = impacts[k];
        if (hit.w >= 1.0)
            continue;
        float ring = distance(i.worldPos, hit.xyz) - hit.w * 2.0;
        ripple += saturate(1.0 - abs(ring) / max(rippleWidth, 0.05)) * (1.0 - hit.w);
    }
    float glow = fresnel + touch * touch + ripple + hex * (0.15 + ripple);
    return float4(fieldColor.rgb * glow, saturate(glow) * fieldColor.a);
}
