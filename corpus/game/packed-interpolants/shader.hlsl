// Interpolator economy: small values of several semantics that the compiler
// packs into shared registers, every interpolation mode in one struct.
#include "frame.hlsli"

struct Packed
{
    float4 pos : SV_Position;
    float2 uv0 : TEXCOORD0;
    float2 uv1 : TEXCOORD1;
    float3 normal : NORMAL;
    float fog : FOG;
    float ao : TEXCOORD2;
    float3 view : TEXCOORD3;
    noperspective float2 screen : TEXCOORD4;
    noperspective float depth : TEXCOORD5;
    nointerpolation float flatValue : TEXCOORD6;
    nointerpolation int material : TEXCOORD7;
    centroid float2 lightmap : TEXCOORD8;
    float half_ : TEXCOORD9;
};

Packed vs_main(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD0, float4 color : COLOR0)
{
    Packed o;
    float4 p = mul(world, float4(position, 1));
    o.pos = mul(viewProj, p);
    o.uv0 = uv;
    o.uv1 = uv * 2 + 0.25;
    o.normal = normal;
    o.fog = saturate(o.pos.w * 0.1);
    o.ao = color.a;
    o.view = cameraPos - p.xyz;
    o.screen = o.pos.xy / max(o.pos.w, 1e-3);
    o.depth = o.pos.z / max(o.pos.w, 1e-3);
    o.flatValue = color.r;
    o.material = (int)(color.g * 7);
    o.lightmap = uv * 0.5;
    o.half_ = color.b;
    return o;
}

float4 ps_main(Packed i) : SV_Target
{
    float3 n = i.normal * rsqrt(max(dot(i.normal, i.normal), 1e-8));
    float3 v = i.view * rsqrt(max(dot(i.view, i.view), 1e-8));
    float a = dot(i.uv0, i.uv1) + dot(i.lightmap, 0.5);
    float b = saturate(dot(n, v)) * i.ao * (1 - i.fog);
    float c = frac(abs(i.screen.x) + abs(i.screen.y) + i.depth) + (i.material & 3) * 0.1;
    return float4(frac(a), b + i.half_ * 0.1, c * 0.5, i.flatValue);
}
