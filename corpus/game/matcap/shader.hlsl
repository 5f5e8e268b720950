// Sculpting-tool look: the view-space normal indexes a lit sphere image; a
// second matcap is blended in by a curvature attribute.
#include "mesh.hlsli"

Texture2D matcapBase : register(t0);
Texture2D matcapAccent : register(t1);
SamplerState clampSampler : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 n = normalize(mul((float3x3)view, i.normal));
    float3 e = normalize(mul(view, float4(i.worldPos, 1.0)).xyz);
    float3 r = reflect(e, n);
    float m = 2.0 * sqrt(max(r.x * r.x + r.y * r.y + (r.z + 1.0) * (r.z + 1.0), 1e-4));
    float2 sphere = r.xy / m + 0.5;
    float2 flat = n.xy * 0.49 + 0.5;
    float4 a = matcapBase.Sample(clampSampler, lerp(flat, sphere, objectParams.x));
    float4 b = matcapAccent.Sample(clampSampler, flat);
    float edge = saturate(length(fwidth(n)) * 4.0);
    return lerp(a, b, edge * objectParams.y) * objectTint;
}
