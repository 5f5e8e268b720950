// Palettised sprite: an R8_UINT index texture, transparent index zero, palette
// rows in a texture, colour cycling within a range by integer arithmetic.
cbuffer PaletteSprite : register(b0)
{
    float4x4 spriteTransform;
    float4 flash;
    uint paletteRow;
    uint cycleStart;
    uint cycleLength;
    uint cycleStep;
};

Texture2D<uint> indexTexture : register(t0);
Texture2D<float4> paletteTexture : register(t1);

struct V
{
    float4 pos : SV_Position;
    float2 uv : TEXCOORD0;
};

V vs_main(float2 position : POSITION, float2 uv : TEXCOORD0)
{
    V o;
    o.pos = mul(spriteTransform, float4(position, 0, 1));
    o.uv = uv;
    return o;
}

float4 ps_main(V i) : SV_Target
{
    uint w, h;
    indexTexture.GetDimensions(w, h);
    int2 texel = clamp((int2)floor(i.uv * float2(w, h)), 0, int2(w, h) - 1);
    uint index = indexTexture.Load(int3(texel, 0)) & 255u;
    if (index == 0u)
        discard;
    uint length = clamp(cycleLength, 1u, 32u);
    if (index >= cycleStart && index < cycleStart + length)
        index = cycleStart + (index - cycleStart + cycleStep) % length;
    float4 c = paletteTexture.Load(int3(index & 31u, paletteRow & 3u, 0));
    return float4(lerp(c.rgb, flash.rgb, flash.a), 1);
}
