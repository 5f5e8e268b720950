// Wireframe over shaded faces: barycentrics from a vertex attribute, constant
// width lines by derivatives, hidden diagonal by a flat edge mask, stippling.
#include "frame.hlsli"

cbuffer Wire : register(b2)
{
    float4 wireColor;
    float4 faceColor;
    float wirePixels;
    float stipple;
};

struct V
{
    float4 pos : SV_Position;
    noperspective float3 bary : TEXCOORD0;
    float3 normal : TEXCOORD1;
    nointerpolation uint hidden : TEXCOORD2;
};

V vs_main(float3 position : POSITION, float3 normal : NORMAL, float3 bary : TEXCOORD0, uint4 flags : BLENDINDICES)
{
    V o;
    o.pos = mul(viewProj, mul(world, float4(position, 1)));
    o.bary = bary;
    o.normal = mul((float3x3)normalMatrix, normal);
    o.hidden = flags.x;
    return o;
}

float4 ps_main(V i) : SV_Target
{
    float3 d = fwidth(i.bary);
    float3 a = smoothstep(d * wirePixels, d * (wirePixels + 1) + 1e-4, i.bary);
    if (i.hidden & 1u) a.x = 1;
    if (i.hidden & 2u) a.y = 1;
    if (i.hidden & 4u) a.z = 1;
    float edge = 1 - min(a.x, min(a.y, a.z));
    edge *= step(stipple * 0.5, frac((i.pos.x + i.pos.y) * 0.125));
    float3 n = i.normal * rsqrt(max(dot(i.normal, i.normal), 1e-8));
    float shade = abs(n.z) * 0.5 + 0.5;
    return lerp(float4(faceColor.rgb * shade, faceColor.a), wireColor, edge);
}
