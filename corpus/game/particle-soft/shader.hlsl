// Soft, lit particles from a vertex stream: fade near geometry and near the
// camera, wrapped light, flow of the vertex colour through packed varyings.
#include "frame.hlsli"

cbuffer SoftParticle : register(b2)
{
    float fadeDistance;
    float nearFade;
    float lightWrap;
    float emissiveBoost;
};

Texture2D<float> sceneDepthLinear : register(t0);
Texture2D spriteMap : register(t1);
Texture2D normalMap : register(t2);
SamplerState linearClamp : register(s0);

struct Varyings
{
    float4 pos : SV_Position;
    float4 color : COLOR0;
    float2 uv : TEXCOORD0;
    float depth : TEXCOORD1;
    float3 lightTS : TEXCOORD2;
};

Varyings vs_main(float3 center : POSITION, float2 corner : TEXCOORD0, float4 sizeRot : TEXCOORD1, float4 color : COLOR0)
{
    Varyings o;
    float3 right = view[0].xyz, up = view[1].xyz, forward = view[2].xyz;
    float s, c;
    sincos(sizeRot.z * 6.2831853 + time, s, c);
    float2 k = corner * 2 - 1;
    float2 r = float2(k.x * c - k.y * s, k.x * s + k.y * c) * sizeRot.xy;
    float3 p = mul(world, float4(center, 1)).xyz + right * r.x + up * r.y;
    o.pos = mul(viewProj, float4(p, 1));
    o.depth = o.pos.w;
    o.uv = corner;
    o.color = color;
    float3 l = float3(dot(sunDir, right), dot(sunDir, up), -dot(sunDir, forward));
    o.lightTS = float3(l.x * c + l.y * s, l.y * c - l.x * s, l.z);
    return o;
}

float4 ps_main(Varyings i) : SV_Target
{
    float4 sprite = spriteMap.Sample(linearClamp, i.uv);
    float3 n = normalMap.Sample(linearClamp, i.uv).xyz * 2 - 1;
    float scene = sceneDepthLinear.Load(int3(i.pos.xy, 0)) * (1 + farPlane);
    float soft = saturate((scene - i.depth) / max(fadeDistance, 0.02));
    float close = saturate((i.depth - nearPlane * 0.1) / max(nearFade, 0.02));
    float wrap = saturate((dot(n, i.lightTS) + lightWrap) / (1 + lightWrap));
    float3 lit = sprite.rgb * (skyColor * 0.4 + sunColor * wrap) + sprite.rgb * emissiveBoost * sprite.a;
    float alpha = sprite.a * i.color.a * soft * close;
    return float4(lit * i.color.rgb * alpha, alpha);
}
