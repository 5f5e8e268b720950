// Irradiance volume: ambient cube in three 3D textures (one an axis), sampled
// with filtering, edges faded to the sky colour. Texture3D in a material.
#include "mesh.hlsli"
#include "mathlib.hlsli"

cbuffer ProbeVolume : register(b3)
{
    float3 volumeMin;
    float probePad0;
    float3 volumeSize;
    float normalBias;
    float3 probeIntensity;
    float edgeFade;
};

Texture3D<float4> probeAxisX : register(t0);
Texture3D<float4> probeAxisY : register(t1);
Texture3D<float4> probeAxisZ : register(t2);
Texture2D albedoMap : register(t3);
SamplerState trilinearClamp : register(s0);
SamplerState wrapSampler : register(s1);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

// Each texel holds the positive side in the lower half of z, the negative in the upper.
float3 axisColor(Texture3D<float4> volume, float3 uvw, float side)
{
    uvw.z = saturate(uvw.z) * 0.5 + (side < 0.0 ? 0.5 : 0.0);
    return volume.Sample(trilinearClamp, uvw).rgb;
}

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 n = safeNormalize(i.normal);
    float3 p = i.worldPos + n * normalBias * 0.1;
    float3 uvw = (p - volumeMin + 1.0) / max(volumeSize + 1.0, 0.1);
    float3 inside = saturate(min(uvw, 1.0 - uvw) / max(edgeFade * 0.5, 0.01));
    float weight = inside.x * inside.y * inside.z;
    float3 n2 = n * n;
    float3 irradiance = axisColor(probeAxisX, uvw, n.x) * n2.x
                      + axisColor(probeAxisY, uvw, n.y) * n2.y
                      + axisColor(probeAxisZ, uvw, n.z) * n2.z;
    irradiance = lerp(lerp(groundColor, skyColor, n.y * 0.5 + 0.5), irradiance * probeIntensity, weight);
    return float4(albedoMap.Sample(wrapSampler, i.uv).rgb * irradiance, 1);
}
