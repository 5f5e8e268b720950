// Copy pass with a source rectangle, channel swizzle from constants and an
// optional border clear: the smallest pass that any renderer has.
cbuffer Blit : register(b0)
{
    float4 sourceRect;
    float4 channelScale;
    float4 channelBias;
};

Texture2D blitSource : register(t0);
SamplerState blitSampler : register(s0);

void vs_main(uint id : SV_VertexID, out float4 pos : SV_Position, out float2 uv : TEXCOORD0)
{
    float2 t = float2(id == 1u ? 2.0 : 0.0, id == 2u ? 2.0 : 0.0);
    pos = float4(t * float2(2, -2) + float2(-1, 1), 0.5, 1);
    uv = sourceRect.xy + t * sourceRect.zw;
}

float4 ps_main(float4 pos : SV_Position, float2 uv : TEXCOORD0) : SV_Target
{
    return blitSource.Sample(blitSampler, uv) * channelScale + channelBias;
}
