// Sphere impostors with correct depth: ray against the sphere in the pixel
// shader, SV_Depth output, discard outside, id to an integer target.
#include "frame.hlsli"
#include "mathlib.hlsli"

struct V
{
    float4 pos : SV_Position;
    float3 worldPos : TEXCOORD0;
    nointerpolation float4 sphere : TEXCOORD1;
    nointerpolation int id : TEXCOORD2;
};

struct Out
{
    float4 color : SV_Target0;
    int id : SV_Target1;
    float depth : SV_Depth;
};

V vs_main(uint corner : SV_VertexID, float4 sphere : INSTANCE_SPHERE0, uint instance : SV_InstanceID)
{
    V o;
    float2 q = float2(corner & 1u, corner >> 1) * 2 - 1;
    float r = 0.1 + abs(sphere.w) * 0.4;
    float3 p = sphere.xyz + (view[0].xyz * q.x + view[1].xyz * q.y) * r * 1.5;
    o.pos = mul(viewProj, float4(p, 1));
    o.worldPos = p;
    o.sphere = float4(sphere.xyz, r);
    o.id = (int)instance - 4;
    return o;
}

Out ps_main(V i)
{
    float3 d = safeNormalize(i.worldPos - cameraPos);
    float3 oc = cameraPos - i.sphere.xyz;
    float b = dot(oc, d);
    float disc = b * b - dot(oc, oc) + i.sphere.w * i.sphere.w;
    if (disc < 0)
        discard;
    float3 hit = cameraPos + d * (-b - sqrt(max(disc, 0)));
    float3 n = (hit - i.sphere.xyz) / i.sphere.w;
    float4 clip = mul(viewProj, float4(hit, 1));
    Out o;
    o.color = float4(objectTint.rgb * (saturate(dot(n, safeNormalize(sunDir))) + 0.2), 1);
    o.id = i.id;
    o.depth = saturate(clip.z / max(clip.w, 1e-3));
    return o;
}
