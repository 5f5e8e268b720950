// Ribbon trail: a ring of points in a typed buffer, two vertices a point made
// from SV_VertexID, width and side from neighbours, distance-based uv.
cbuffer Ribbon : register(b0)
{
    float4x4 viewProj;
    float3 eye;
    uint head;
    uint pointCount;
    float ribbonWidth;
    float uvScale;
    float ribbonTime;
    float4 headColor;
    float4 tailColor;
};

Buffer<float4> ribbonPoints : register(t0);     // xyz position, w birth time
Texture2D ribbonMap : register(t1);
SamplerState wrapSampler : register(s0);

struct RibbonVaryings
{
    float4 pos : SV_Position;
    noperspective float2 uv : TEXCOORD0;
    float4 color : COLOR0;
};

float4 fetchPoint(int k)
{
    uint n = clamp(pointCount, 2u, 64u);
    uint at = (head + n - 1u - (uint)clamp(k, 0, (int)n - 1)) % n;
    return ribbonPoints[at];
}

RibbonVaryings vs_main(uint id : SV_VertexID)
{
    int k = id >> 1;
    float side = (id & 1) ? 1.0 : -1.0;
    float4 p = fetchPoint(k);
    float3 along = fetchPoint(k + 1).xyz - fetchPoint(k - 1).xyz;
    float3 across = cross(along, eye - p.xyz);
    across *= rsqrt(max(dot(across, across), 1e-8));
    float t = saturate((float)k / max((float)pointCount, 2.0));
    float width = (0.1 + ribbonWidth * 0.4) * (1 - t);
    RibbonVaryings o;
    o.pos = mul(viewProj, float4(p.xyz + across * (side * width), 1));
    o.uv = float2(k * (0.1 + uvScale) - ribbonTime, side * 0.5 + 0.5);
    o.color = lerp(headColor, tailColor, t);
    o.color.a *= saturate(1 - (ribbonTime - p.w) * 0.25);
    return o;
}

float4 ps_main(RibbonVaryings i) : SV_Target
{
    float4 c = ribbonMap.Sample(wrapSampler, i.uv);
    float edge = 1 - abs(i.uv.y * 2 - 1);
    return c * i.color * smoothstep(0, 0.2, edge);
}
