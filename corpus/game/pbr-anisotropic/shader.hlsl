// Brushed metal: anisotropic GGX whose direction comes from a flow map. The
// view vector is bent towards the anisotropy before the cube is sampled.
#include "mesh.hlsli"
#include "brdf.hlsli"

cbuffer BrushedMetal : register(b2)
{
    float3 reflectance;
    float roughness;
    float anisotropy;       // -1 .. 1
    float rotation;         // radians
    float flowStrength;
};

Texture2D flowMap : register(t0);
TextureCube environment : register(t1);
SamplerState linearWrap : register(s0);

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

float4 ps_main(MeshVaryings i) : SV_Target
{
    float3 n = safeNormalize(i.normal);
    float3 t = safeNormalize(i.tangent.xyz - n * dot(n, i.tangent.xyz));
    float3 b = cross(n, t) * i.tangent.w;

    float2 flow = flowMap.Sample(linearWrap, i.uv).rg * 2.0 - 1.0;
    float s, c;
    sincos(rotation + atan2(flow.y, flow.x + 1e-4) * flowStrength, s, c);
    float3 ta = t * c + b * s;
    float3 ba = b * c - t * s;

    float aniso = clamp(anisotropy, -0.95, 0.95);
    float alpha = max(roughness * roughness, 0.002);
    float at = max(alpha * (1.0 + aniso), 0.001);
    float ab = max(alpha * (1.0 - aniso), 0.001);

    float3 v = safeNormalize(cameraPos - i.worldPos);
    float3 l = safeNormalize(sunDir);
    float3 h = safeNormalize(v + l);
    float nDotL = saturate(dot(n, l));
    float nDotV = abs(dot(n, v)) + 1e-4;

    float d = distributionGGXAniso(saturate(dot(n, h)), dot(ta, h), dot(ba, h), at, ab);
    float lambdaV = nDotL * length(float3(at * dot(ta, v), ab * dot(ba, v), nDotV));
    float lambdaL = nDotV * length(float3(at * dot(ta, l), ab * dot(ba, l), nDotL));
    float vis = 0.5 / max(lambdaV + lambdaL, EPSILON);
    float3 color = d * vis * fresnelSchlick(reflectance, dot(v, h)) * nDotL * sunColor * sunIntensity;

    float3 grain = aniso >= 0.0 ? ba : ta;
    float3 bent = safeNormalize(lerp(n, cross(cross(grain, v), grain), abs(aniso)));
    float3 env = environment.SampleLevel(linearWrap, reflect(-v, bent), roughness * 7.0).rgb;
    return float4(color + env * environmentBrdfApprox(reflectance, roughness, nDotV), 1.0);
}
