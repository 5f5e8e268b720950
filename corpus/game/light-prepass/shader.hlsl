// Light pre-pass, the older deferred: PASS 1 accumulates diffuse light in rgb
// and specular in alpha from normals and depth; PASS 2 draws the geometry
// again and combines. Model 4.0.
#ifndef PASS
#define PASS 1
#endif

cbuffer PrepassConstants : register(b0)
{
    float4x4 mWorldViewProj;
    float4x4 mWorldView;
    float4 vScreen;
    float4 vLightViewPos;       // w range
    float4 vLightColor;
    float4 vFrustumScale;
    float4 vMaterial;           // rgb specular, a power
};

#if PASS == 1
Texture2D<float4> tNormals : register(t0);      // xyz normal, w gloss
Texture2D<float> tDepth : register(t1);
#else
Texture2D<float4> tLight : register(t0);
Texture2D tAlbedo : register(t1);
SamplerState sAlbedo : register(s0);
#endif

struct VSOut
{
    float4 pos : SV_POSITION;
    float3 ray : TEXCOORD0;
    float2 uv : TEXCOORD1;
};

VSOut vs_main(float4 pos : POSITION, float2 uv : TEXCOORD0)
{
    VSOut o;
    o.pos = mul(pos, mWorldViewProj);
    o.ray = mul(pos, mWorldView).xyz;
    o.uv = uv;
    return o;
}

float4 ps_main(VSOut i) : SV_TARGET
{
    int3 vpos = int3(i.pos.xy, 0);
#if PASS == 1
    float4 nrm = tNormals.Load(vpos);
    float3 n = nrm.xyz * 2 - 1;
    n *= rsqrt(max(dot(n, n), 1e-6));
    float z = tDepth.Load(vpos) * 10;
    float2 ndc = i.pos.xy * vScreen.zw * 2 - 1;
    float3 p = float3(ndc * vFrustumScale.xy * z, z);
    float3 l = vLightViewPos.xyz * 5 - p;
    float d2 = max(dot(l, l), 1e-4);
    l *= rsqrt(d2);
    float att = saturate(1 - d2 / max(vLightViewPos.w * vLightViewPos.w * 100, 1));
    float nl = saturate(dot(n, l)) * att;
    float3 h = l - p * rsqrt(max(dot(p, p), 1e-4));
    h *= rsqrt(max(dot(h, h), 1e-6));
    float spec = pow(saturate(dot(n, h)), 1 + nrm.w * 63) * nl;
    return float4(vLightColor.rgb * nl, spec * dot(vLightColor.rgb, float3(0.3, 0.59, 0.11)));
#else
    float4 acc = tLight.Load(vpos);
    float4 albedo = tAlbedo.Sample(sAlbedo, i.uv);
    float3 chroma = acc.rgb / max(dot(acc.rgb, float3(0.3, 0.59, 0.11)), 1e-3);
    return float4(albedo.rgb * acc.rgb + vMaterial.rgb * chroma * acc.a, albedo.a);
#endif
}
