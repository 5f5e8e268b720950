// Relief mapping: linear search, then five halvings of a binary search, then
// a depth correction written to SV_Depth.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer Relief : register(b2)
{
    float reliefDepth;
    float2 reliefTiling;
    float depthBias;
};

Texture2D colorMap : register(t0);
Texture2D<float4> reliefMap : register(t1);
SamplerState wrapSampler : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

struct PixelOut
{
    float4 color : SV_Target0;
    float depth : SV_Depth;
};

float surfaceAt(float2 uv) { return reliefMap.SampleLevel(wrapSampler, uv, 0).w; }

float searchRelief(float2 start, float2 span)
{
    const int coarse = 12;
    float above = 0.0;
    float below = 1.0;
    // First find the slab in which the ray dives under the surface ...
    [loop]
    for (int i = 1; i <= coarse; i++)
    {
        float t = i / (float)coarse;
        if (t >= surfaceAt(start + span * t))
        {
            below = t;
            break;
        }
        above = t;
    }
    // ... then halve it.
    [loop]
    for (int k = 0; k < 5; k++)
    {
        float middle = (above + below) * 0.5;
        if (middle >= surfaceAt(start + span * middle))
            below = middle;
        else
            above = middle;
    }
    return below;
}

PixelOut ps_main(MeshVaryings i)
{
    float3 n = safeNormalize(i.normal);
    float3 t = safeNormalize(i.tangent.xyz);
    float3 b = cross(n, t) * i.tangent.w;
    float3 v = safeNormalize(i.worldPos - cameraPos);
    float3 vt = float3(dot(v, t), dot(v, b), dot(v, -n));
    float2 tiling = 1.0 + reliefTiling * 3.0;
    float2 start = i.uv * tiling;
    float2 span = vt.xy * (reliefDepth * 0.1) / max(abs(vt.z), 0.15);
    float d = searchRelief(start, span);
    float2 uv = start + span * d;

    float4 texel = reliefMap.SampleLevel(wrapSampler, uv, 0);
    float2 nxy = texel.xy * 2.0 - 1.0;
    float3 nt = float3(nxy, sqrt(saturate(1.0 - dot(nxy, nxy))));
    float3 wn = safeNormalize(nt.x * t - nt.y * b + nt.z * n);
    float3 color = colorMap.SampleLevel(wrapSampler, uv, 0).rgb;

    PixelOut o;
    o.color = float4(color * (sunColor * saturate(dot(wn, safeNormalize(sunDir))) + 0.15), 1);
    o.depth = saturate(i.clipPos.z + d * reliefDepth * depthBias * 0.01);
    return o;
}
