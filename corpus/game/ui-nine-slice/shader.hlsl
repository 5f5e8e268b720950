// Nine-slice panel: the corner grid is made from SV_VertexID in the vertex
// shader, borders stay in pixels, centre tiles by frac in the pixel shader.
cbuffer NineSlice : register(b0)
{
    float4 panelRect;           // x, y, w, h in clip units
    float4 borderPixels;        // left, top, right, bottom
    float4 textureSize;         // w, h, 1/w, 1/h
    float4 panelTint;
    float2 pixelToClip;
    bool tileCentre;
};

Texture2D panelTexture : register(t0);
SamplerState panelSampler : register(s0);

struct V
{
    float4 pos : SV_Position;
    float2 uv : TEXCOORD0;
    nointerpolation uint cell : TEXCOORD1;
    float2 inCell : TEXCOORD2;
};

static const uint2 quad[6] = { uint2(0, 0), uint2(1, 0), uint2(0, 1), uint2(0, 1), uint2(1, 0), uint2(1, 1) };

V vs_main(uint id : SV_VertexID)
{
    uint cell = id / 6u;
    uint2 grid = uint2(cell % 3u, cell / 3u % 3u);
    uint2 corner = grid + quad[id % 6u];

    float4 border = 1 + borderPixels * 7;
    float xs[4] = { 0, border.x * 0.02, 1 - border.z * 0.02, 1 };
    float ys[4] = { 0, border.y * 0.02, 1 - border.w * 0.02, 1 };
    float us[4] = { 0, border.x / 32, 1 - border.z / 32, 1 };
    float vs[4] = { 0, border.y / 32, 1 - border.w / 32, 1 };

    V o;
    float2 p = panelRect.xy + float2(xs[corner.x], ys[corner.y]) * (0.5 + panelRect.zw);
    o.pos = float4(p.x * 2 - 1, 1 - p.y * 2, 0, 1);
    o.uv = float2(us[corner.x], vs[corner.y]);
    o.cell = grid.y * 3u + grid.x;
    o.inCell = float2(corner - grid);
    return o;
}

float4 ps_main(V i) : SV_Target
{
    float2 uv = i.uv;
    if (tileCentre && i.cell == 4u)
        uv = 0.25 + frac(i.inCell * 3) * 0.5;
    return panelTexture.SampleLevel(panelSampler, uv, 0) * panelTint;
}
