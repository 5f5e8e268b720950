// One shader for many materials: a material id picks the shading model with a
// switch, the id being constant over a triangle (nointerpolation uint).
#include "frame.hlsli"
#include "brdf.hlsli"

#define MATERIAL_UNLIT 0
#define MATERIAL_LAMBERT 1
#define MATERIAL_GLOSSY 2
#define MATERIAL_CLOTH 3
#define MATERIAL_FOLIAGE 4
#define MATERIAL_GLOW 5

struct MaterialRecord
{
    float4 color;
    float roughness;
    float metallic;
    float translucency;
    uint model;
};

cbuffer Materials : register(b2)
{
    MaterialRecord materials[8];
};

struct VsIn
{
    float3 position : POSITION;
    float3 normal   : NORMAL;
    uint4 ids       : BLENDINDICES;
};

struct VsOut
{
    float4 clipPos : SV_Position;
    float3 worldPos : TEXCOORD0;
    float3 normal : TEXCOORD1;
    nointerpolation uint material : MATERIAL;
};

VsOut vs_main(VsIn v)
{
    VsOut o;
    float4 p = mul(world, float4(v.position, 1));
    o.clipPos = mul(viewProj, p);
    o.worldPos = p.xyz;
    o.normal = mul((float3x3)normalMatrix, v.normal);
    o.material = v.ids.x;
    return o;
}

float4 ps_main(VsOut i) : SV_Target
{
    MaterialRecord m = materials[i.material & 7u];
    float3 n = safeNormalize(i.normal);
    float3 l = safeNormalize(sunDir);
    float3 v = safeNormalize(cameraPos - i.worldPos);
    float3 h = safeNormalize(l + v);
    float nDotL = saturate(dot(n, l));
    float3 light = sunColor * sunIntensity;
    float3 result;

    [forcecase]
    switch (m.model % 6u)
    {
    case MATERIAL_UNLIT:
        result = m.color.rgb;
        break;
    case MATERIAL_LAMBERT:
        result = m.color.rgb * light * nDotL;
        break;
    case MATERIAL_GLOSSY:
    {
        float3 f0 = lerp(0.04, m.color.rgb, m.metallic);
        float alpha = max(sq(m.roughness), 0.01);
        float3 spec = distributionGGX(saturate(dot(n, h)), alpha)
                    * visibilitySmith(saturate(dot(n, v)) + 1e-3, nDotL, alpha) * fresnelSchlick(f0, dot(v, h));
        result = (m.color.rgb * (1 - m.metallic) * INV_PI + spec) * light * nDotL;
        break;
    }
    case MATERIAL_CLOTH:
    {
        float rim = pow5(1.0 - saturate(dot(n, v)));
        result = m.color.rgb * light * (nDotL * 0.7 + 0.3 * rim);
        break;
    }
    case MATERIAL_FOLIAGE:
    {
        float wrap = saturate((dot(n, l) + m.translucency) / (1.0 + abs(m.translucency)));
        float back = saturate(dot(-n, l)) * m.translucency;
        result = m.color.rgb * light * (wrap + back);
        break;
    }
    default:
        result = m.color.rgb * (1.0 + sin(time * 6.0) * 0.5);
        break;
    }
    result += m.color.rgb * lerp(groundColor, skyColor, n.y * 0.5 + 0.5) * 0.25;
    return float4(result, m.color.a);
}
