// Lake surface: refraction of a scene copy bent by two normal layers, depth
// fade, shore foam, Beer-Lambert tint, guard against bleeding from in front.
#include "frame.hlsli"
#include "mathlib.hlsli"

cbuffer Lake : register(b2)
{
    float4 waterTint;
    float2 flowA;
    float2 flowB;
    float refractAmount;
    float fadeDepth;
    float foamWidth;
    float tiling;
};

Texture2D sceneColor : register(t0);
Texture2D<float> sceneLinearDepth : register(t1);
Texture2D normalA : register(t2);
Texture2D normalB : register(t3);
Texture2D foamMap : register(t4);
TextureCube skyCube : register(t5);
SamplerState wrapSampler : register(s0);
SamplerState clampSampler : register(s1);

struct LakeVaryings
{
    float4 pos : SV_Position;
    float4 uv : TEXCOORD0;
    float4 worldPosDepth : TEXCOORD1;
};

LakeVaryings vs_main(float3 position : POSITION, float2 uv : TEXCOORD0)
{
    LakeVaryings o;
    float4 p = mul(world, float4(position, 1));
    o.pos = mul(viewProj, p);
    o.uv.xy = uv * (1 + tiling * 4) + flowA * time;
    o.uv.zw = uv.yx * (1.5 + tiling * 5) + flowB * time;
    o.worldPosDepth = float4(p.xyz, o.pos.w);
    return o;
}

float4 ps_main(LakeVaryings i) : SV_Target
{
    float2 screenUv = i.pos.xy * viewport.zw;
    float3 n = (normalA.Sample(wrapSampler, i.uv.xy).xzy + normalB.Sample(wrapSampler, i.uv.zw).xzy) - float3(1, 0, 1);
    n = safeNormalize(n + float3(0, 0.5, 0));
    float here = i.worldPosDepth.w;
    float straight = sceneLinearDepth.SampleLevel(clampSampler, screenUv, 0) * (1 + farPlane);
    float2 bent = saturate(screenUv + n.xz * refractAmount * 0.1 * saturate(straight - here));
    float behind = sceneLinearDepth.SampleLevel(clampSampler, bent, 0) * (1 + farPlane);
    [flatten]
    if (behind < here)
    {
        bent = screenUv;
        behind = straight;
    }
    float column = max(behind - here, 0);
    float3 absorb = exp(-(1 - waterTint.rgb) * column / max(fadeDepth, 0.05));
    float3 under = sceneColor.SampleLevel(clampSampler, bent, 0).rgb * absorb + waterTint.rgb * (1 - absorb) * 0.5;
    float3 v = safeNormalize(cameraPos - i.worldPosDepth.xyz);
    float3 r = reflect(-v, n);
    r.y = abs(r.y);
    float3 sky = skyCube.SampleLevel(clampSampler, r, 0).rgb;
    float f = 0.02 + 0.98 * pow5(1 - saturate(dot(n, v)));
    float shore = 1 - saturate(column / max(foamWidth, 0.02));
    float foam = step(1 - shore, foamMap.Sample(wrapSampler, i.uv.zw).r) * shore;
    return float4(lerp(under, sky, f) + foam, saturate(column * 8));
}
