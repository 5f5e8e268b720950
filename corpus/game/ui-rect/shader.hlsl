// UI rectangles: pixel-space quads with rotation, clip rectangle carried in a
// varying, texture or plain colour by a flag bit, premultiplied output.
cbuffer UiFrame : register(b0)
{
    float4 uiScreen;        // zoom beyond one, offset of the panel
    float uiOpacity;
};

Texture2D uiTexture : register(t0);
SamplerState uiSampler : register(s0);

struct UiVertex
{
    float2 position : POSITION;
    float2 uv : TEXCOORD0;
    float4 color : COLOR0;
    float4 clipRect : TEXCOORD1;
    uint flags : TEXCOORD2;
};

struct UiVaryings
{
    float4 pos : SV_Position;
    float4 color : COLOR0;
    float2 uv : TEXCOORD0;
    float2 pixel : TEXCOORD1;
    nointerpolation float4 clipRect : TEXCOORD2;
    nointerpolation uint flags : TEXCOORD3;
};

UiVaryings vs_main(UiVertex v)
{
    UiVaryings o;
    o.pos = float4(v.position * (1 + uiScreen.xy) + uiScreen.zw - 1, 0, 1);
    o.color = v.color;
    o.uv = v.uv;
    o.pixel = v.position;
    o.clipRect = v.clipRect;
    o.flags = v.flags;
    return o;
}

float4 ps_main(UiVaryings i) : SV_Target
{
    float2 inside = step(i.clipRect.xy, i.pixel) * step(i.pixel, i.clipRect.xy + i.clipRect.zw + 1);
    if (inside.x * inside.y == 0)
        discard;
    float4 c = i.color;
    float4 t = uiTexture.Sample(uiSampler, i.uv);
    if (i.flags & 1u)
        c *= t;
    if (i.flags & 2u)
        c.rgb = dot(c.rgb, float3(0.299, 0.587, 0.114));
    c.a *= uiOpacity;
    return float4(c.rgb * c.a, c.a);
}
