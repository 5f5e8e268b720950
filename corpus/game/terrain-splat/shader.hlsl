// Terrain with eight layers in texture arrays: two splat maps, the four
// strongest layers picked by an insertion loop over a local array.
#include "frame.hlsli"
#include "mathlib.hlsli"

#define LAYERS 8

cbuffer Terrain : register(b2)
{
    float4 layerScale[LAYERS];      // x tiling, y roughness, z height scale
    float terrainExtent;
    float macroStrength;
};

Texture2D splat0 : register(t0);
Texture2D splat1 : register(t1);
Texture2DArray layerAlbedo : register(t2);
Texture2DArray layerNormal : register(t3);
Texture2D macroMap : register(t4);
SamplerState wrapSampler : register(s0);
SamplerState clampSampler : register(s1);

struct Varyings
{
    float4 pos : SV_Position;
    float3 worldPos : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float2 uv : TEXCOORD2;
};

Varyings vs_main(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD0)
{
    Varyings o;
    float4 p = mul(world, float4(position, 1));
    o.pos = mul(viewProj, p);
    o.worldPos = p.xyz;
    o.normal = mul((float3x3)normalMatrix, normal);
    o.uv = uv;
    return o;
}

float4 ps_main(Varyings i) : SV_Target
{
    float4 s0 = splat0.Sample(clampSampler, i.uv);
    float4 s1 = splat1.Sample(clampSampler, i.uv);
    float weights[LAYERS] = { s0.x, s0.y, s0.z, s0.w, s1.x, s1.y, s1.z, s1.w };
    int order[4] = { 0, 0, 0, 0 };
    float best[4] = { 0, 0, 0, 0 };
    [loop]
    for (int l = 0; l < LAYERS; ++l)
    {
        float w = weights[l];
        if (w <= best[3])
            continue;
        int slot = 3;
        [loop]
        while (slot > 0 && w > best[slot - 1])
        {
            best[slot] = best[slot - 1];
            order[slot] = order[slot - 1];
            --slot;
        }
        best[slot] = w;
        order[slot] = l;
    }

    float2 dx = ddx(i.uv), dy = ddy(i.uv);
    float3 albedo = 0;
    float2 nxz = 0;
    float total = 1e-3;
    [unroll]
    for (int k = 0; k < 4; ++k)
    {
        int layer = order[k];
        float tiling = 1 + layerScale[layer].x * 15;
        float3 uvw = float3(i.uv * tiling, layer);
        float4 c = layerAlbedo.SampleGrad(wrapSampler, uvw, dx * tiling, dy * tiling);
        float w = best[k] * (0.5 + c.a * layerScale[layer].z);
        albedo += c.rgb * w;
        nxz += (layerNormal.SampleGrad(wrapSampler, uvw, dx * tiling, dy * tiling).xy * 2 - 1) * w;
        total += w;
    }
    albedo /= total;
    float3 n = safeNormalize(safeNormalize(i.normal) + float3(nxz.x, 0, nxz.y) / total);
    albedo *= lerp(1, macroMap.Sample(clampSampler, i.uv).rgb * 2, macroStrength * 0.5);
    float3 light = sunColor * saturate(dot(n, safeNormalize(sunDir))) + lerp(groundColor, skyColor, n.y * 0.5 + 0.5) * 0.4;
    return float4(albedo * light, 1);
}
