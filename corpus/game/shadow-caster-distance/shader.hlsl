// Point-light caster that stores the squared distance in a single-channel
// float target; the face is chosen by the draw, its matrix by an index.
cbuffer PointCaster : register(b0)
{
    float4x4 faceMatrix[6];
    float4x4 casterWorld;
    float4 lightPosInvRange;
    uint face;
};

struct Varyings
{
    float4 pos : SV_Position;
    float3 toLight : TEXCOORD0;
};

Varyings vs_main(float4 position : POSITION)
{
    Varyings o;
    float4 p = mul(casterWorld, position);
    o.pos = mul(faceMatrix[min(face, 5u)], p);
    o.toLight = (lightPosInvRange.xyz - p.xyz) * lightPosInvRange.w;
    return o;
}

float ps_main(Varyings i) : SV_Target
{
    return saturate(dot(i.toLight, i.toLight) + 0.001);
}
