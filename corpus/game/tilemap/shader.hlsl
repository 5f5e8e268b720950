// Tile map in one quad: tile ids and flip bits from a R16G16_UINT texture, tile
// animation, the tile's pixels from a texture array.
cbuffer TileMap : register(b0)
{
    float4x4 mapTransform;
    float2 scroll;
    float2 tilesOnScreen;
    uint animationFrame;
    float nightTint;
};

Texture2D<uint2> mapTexture : register(t0);
Texture2DArray tileArray : register(t1);
SamplerState pointSampler : register(s0);

#define FLIP_X 0x8000u
#define FLIP_Y 0x4000u
#define TRANSPOSE 0x2000u

struct V
{
    float4 pos : SV_Position;
    float2 tile : TEXCOORD0;
};

V vs_main(float2 position : POSITION)
{
    V o;
    o.pos = mul(mapTransform, float4(position, 0, 1));
    o.tile = position * (2 + tilesOnScreen * 6) + scroll;
    return o;
}

float4 ps_main(V i) : SV_Target
{
    uint2 size;
    mapTexture.GetDimensions(size.x, size.y);
    int2 cell = (int2)floor(i.tile);
    float2 f = i.tile - cell;
    uint2 wrapped = (uint2)cell % max(size, 1u);
    uint2 entry = mapTexture.Load(int3(wrapped, 0));
    if (entry.x & TRANSPOSE)
        f = f.yx;
    f.x = (entry.x & FLIP_X) ? 1 - f.x : f.x;
    f.y = (entry.x & FLIP_Y) ? 1 - f.y : f.y;
    uint id = entry.x & 0x1fffu;
    uint frames = max(entry.y & 7u, 1u);
    id += animationFrame % frames;
    float4 c = tileArray.SampleLevel(pointSampler, float3(f, id & 3u), 0);
    return float4(c.rgb * lerp(1, float3(0.4, 0.5, 0.8), nightTint), c.a);
}
