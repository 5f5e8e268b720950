// Burn-away: noise threshold with a glowing edge ramp, discard written as a
// statement in a branch rather than clip.
#include "mesh.hlsli"

cbuffer Dissolve : register(b2)
{
    float4 edgeColorInner;
    float4 edgeColorOuter;
    float dissolveAmount;
    float edgeWidth;
    float noiseTiling;
    bool  keepEdges;
};

Texture2D albedoMap : register(t0);
Texture2D dissolveNoise : register(t1);
SamplerState wrapSampler : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i) : SV_Target
{
    float noise = dissolveNoise.Sample(wrapSampler, i.uv * (1 + noiseTiling * 3)).r;
    float4 albedo = albedoMap.Sample(wrapSampler, i.uv) * objectTint;
    float threshold = saturate(dissolveAmount) * 0.8;
    if (noise < threshold)
    {
        if (!keepEdges || noise < threshold - 0.1)
            discard;
        albedo.rgb = 0;
    }
    float edge = 1 - saturate((noise - threshold) / max(edgeWidth * 0.3, 0.01));
    float3 burn = lerp(edgeColorOuter.rgb, edgeColorInner.rgb, edge) * edge * 2;
    float light = saturate(dot(normalize(i.normal), normalize(sunDir))) * 0.7 + 0.3;
    return float4(albedo.rgb * light + burn, albedo.a);
}
