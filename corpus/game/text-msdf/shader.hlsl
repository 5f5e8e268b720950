// Multi-channel distance field text: median of three, screen-space range from
// derivatives, per-glyph instances placed from a structured buffer.
struct Glyph
{
    float2 position;
    float2 size;
    float4 atlasRect;
    uint color;
};

cbuffer TextBatch : register(b0)
{
    float2 clipScale;
    float2 clipOffset;
    float pixelRange;
    uint firstGlyph;
};

StructuredBuffer<Glyph> glyphs : register(t0);
Texture2D<float4> msdfAtlas : register(t1);
SamplerState linearClamp : register(s0);

struct V
{
    float4 pos : SV_Position;
    float2 uv : TEXCOORD0;
    nointerpolation float4 color : COLOR0;
};

V vs_main(uint vertex : SV_VertexID, uint instance : SV_InstanceID)
{
    Glyph g = glyphs[firstGlyph + instance];
    float2 corner = float2(vertex & 1u, vertex >> 1);
    V o;
    float2 p = g.position + corner * g.size;
    o.pos = float4(p * (1 + clipScale) + clipOffset - 1, 0, 1);
    o.uv = g.atlasRect.xy + corner * g.atlasRect.zw;
    o.color = float4((uint4(g.color, g.color >> 8, g.color >> 16, g.color >> 24) & 255u) / 255.0);
    return o;
}

float median3(float3 v) { return max(min(v.r, v.g), min(max(v.r, v.g), v.b)); }

float4 ps_main(V i) : SV_Target
{
    float4 s = msdfAtlas.Sample(linearClamp, i.uv);
    float2 size;
    msdfAtlas.GetDimensions(size.x, size.y);
    float2 unitRange = (1 + pixelRange * 7) / size;
    float2 screenTexSize = 1.0 / max(fwidth(i.uv), 1e-5);
    float range = max(0.5 * dot(unitRange, screenTexSize), 1.0);
    float opacity = saturate(range * (median3(s.rgb) - 0.5) + 0.5);
    float soft = saturate(range * 0.5 * (s.a - 0.3));
    return float4(i.color.rgb * opacity, max(opacity, soft * 0.3) * i.color.a);
}
