// Shadow caster with alpha test and no colour target: the pixel shader only
// clips. Wind sways the vertices as in the colour pass.
cbuffer ShadowCaster : register(b0)
{
    float4x4 lightViewProj;
    float4x4 casterWorld;
    float2 windDirection;
    float windPhase;
    float alphaRef;
};

Texture2D<float4> alphaMap : register(t0);
SamplerState alphaSampler : register(s0);

void vs_main(in float4 pos : POSITION, in float2 uv : TEXCOORD0, in float4 paint : COLOR0,
             out float4 clipPos : SV_Position, out float2 outUv : TEXCOORD0)
{
    float4 p = mul(casterWorld, pos);
    p.xz += windDirection * (sin(windPhase * 6.2831853 + p.x * 2) * 0.1 * paint.r);
    clipPos = mul(lightViewProj, p);
    outUv = uv;
}

void ps_main(float4 clipPos : SV_Position, float2 uv : TEXCOORD0)
{
    clip(alphaMap.Sample(alphaSampler, uv).a - alphaRef * 0.5);
}
