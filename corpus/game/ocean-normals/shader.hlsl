// Ocean shading from displacement and gradient cascades (arrays of four), each
// cascade weighted by distance, whitecaps from the folded Jacobian history.
#include "frame.hlsli"
#include "mathlib.hlsli"

cbuffer Ocean : register(b2)
{
    float4 cascadeLengths;
    float4 cascadeAmplitude;
    float foamBias;
    float roughness;
    float3 scatterColor;
};

Texture2DArray displacementCascades : register(t0);
Texture2DArray gradientCascades : register(t1);     // dx, dz, jacobian, variance
SamplerState wrapSampler : register(s0);

struct OceanVaryings
{
    float4 pos : SV_Position;
    float2 grid : TEXCOORD0;
    float3 worldPos : TEXCOORD1;
};

OceanVaryings vs_main(float3 position : POSITION)
{
    float3 p = mul(world, float4(position, 1)).xyz;
    OceanVaryings o;
    o.grid = p.xz;
    [unroll]
    for (int c = 0; c < 4; ++c)
    {
        float2 uv = p.xz / (0.5 + cascadeLengths[c] * 4);
        float3 d = displacementCascades.SampleLevel(wrapSampler, float3(uv, c), 0).xyz - 0.5;
        p += d * cascadeAmplitude[c] * 0.2;
    }
    o.worldPos = p;
    o.pos = mul(viewProj, float4(p, 1));
    return o;
}

float4 ps_main(OceanVaryings i) : SV_Target
{
    float dist = distance(i.worldPos, cameraPos);
    float2 slope = 0;
    float jacobian = 0;
    float variance = 0;
    [unroll]
    for (int c = 0; c < 4; ++c)
    {
        float len = 0.5 + cascadeLengths[c] * 4;
        float fade = saturate(1 - dist / (len * 20));
        float4 g = gradientCascades.Sample(wrapSampler, float3(i.grid / len, c));
        slope += (g.xy - 0.5) * cascadeAmplitude[c] * fade;
        jacobian += g.z * fade * 0.25;
        variance += g.w * (1 - fade) * 0.25;
    }
    float3 n = safeNormalize(float3(-slope.x, 1, -slope.y));
    float3 v = safeNormalize(cameraPos - i.worldPos);
    float3 l = safeNormalize(sunDir);
    float rough = saturate(roughness + variance);
    float f = 0.02 + 0.98 * pow(1 - saturate(dot(n, v)), 5 * exp(-2.7 * rough)) / (1 + 22.7 * pow(rough + 1e-3, 1.5));
    float3 h = safeNormalize(l + v);
    float spec = pow(saturate(dot(n, h)), 2 / sq(max(rough * 0.5, 0.05)));
    float scatter = pow(saturate(dot(l, -v) * 0.5 + 0.5), 4) * saturate(i.worldPos.y + 0.5);
    float3 color = scatterColor * (0.2 + scatter) * (1 - f) + lerp(groundColor, skyColor, saturate(reflect(-v, n).y)) * f + sunColor * spec;
    float foam = smoothstep(foamBias + 0.2, foamBias, jacobian);
    return float4(lerp(color, 0.9, foam * 0.7), 1);
}
