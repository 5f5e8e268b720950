// Sprite batcher, the shape 2D frameworks ship it in: one matrix, tinted
// texture, 4.0 profile, all semantics in upper case.
Texture2D<float4> SpriteTexture : register(t0);
sampler SpriteSampler : register(s0);

cbuffer Parameters : register(b0)
{
    row_major float4x4 SpriteTransform;
};

void SpriteVS(inout float4 color : COLOR0, inout float2 texCoord : TEXCOORD0, inout float4 position : SV_Position)
{
    position = mul(position, SpriteTransform);
}

float4 SpritePS(float4 color : COLOR0, float2 texCoord : TEXCOORD0) : SV_Target0
{
    return SpriteTexture.Sample(SpriteSampler, texCoord) * color;
}
