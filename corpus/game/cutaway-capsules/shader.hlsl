// X-ray cutaway: pixels inside any of the capsules between the camera and the
// player are removed; the test is a loop that discards from within, and later
// iterations still shape a rim around the holes.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer Cutaway : register(b2)
{
    float4 capsuleStart[6];     // w radius
    float4 capsuleEnd[6];       // w feather
    float4 rimColor;
    int capsuleCount;
    bool solidInside;
};

Texture2D albedoMap : register(t0);
SamplerState wrapSampler : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i, bool front : SV_IsFrontFace) : SV_Target
{
    float rim = 0;
    int n = clamp(capsuleCount, 0, 6);
    [loop]
    for (int k = 0; k < n; ++k)
    {
        float3 a = capsuleStart[k].xyz * 2 - 1;
        float3 ab = capsuleEnd[k].xyz * 2 - 1 - a;
        float3 ap = i.worldPos - a;
        float t = saturate(dot(ap, ab) / max(dot(ab, ab), 1e-4));
        float d = length(ap - ab * t) - capsuleStart[k].w * 0.4;
        if (d < 0)
        {
            if (!front && solidInside)
                break;
            discard;
        }
        rim = max(rim, 1 - saturate(d / max(capsuleEnd[k].w * 0.3, 0.02)));
    }
    // The implicit derivatives of this sample come after the discard.
    float4 albedo = albedoMap.Sample(wrapSampler, i.uv);
    float light = saturate(dot(safeNormalize(i.normal), safeNormalize(sunDir))) * 0.7 + 0.3;
    return float4(lerp(albedo.rgb * light, rimColor.rgb, rim * rim), albedo.a);
}
