// Skinning with three float4 rows a bone and weights normalised in a loop over
// the number of influences, which a constant gives: indexed vertex components
// in a real loop.
cbuffer Camera : register(b0)
{
    row_major float4x4 mWorldViewProj;
    row_major float4x4 mWorld;
    float4 vLightDir;
};

cbuffer Bones : register(b1)
{
    float4 vBoneRows[180];
    int nInfluences;
};

struct VSIn
{
    float4 pos : POSITION;
    float3 nrm : NORMAL;
    float2 tex : TEXCOORD0;
    uint4 idx : BLENDINDICES;
    float4 wgt : BLENDWEIGHT;
};

void vs_main(VSIn v, out float4 oPos : SV_Position, out float2 oTex : TEXCOORD0, out float4 oLight : COLOR0)
{
    float w[4] = { v.wgt.x, v.wgt.y, v.wgt.z, v.wgt.w };
    uint b[4] = { v.idx.x, v.idx.y, v.idx.z, v.idx.w };
    float4 p = float4(v.pos.xyz, 1);
    float3 sumP = 0, sumN = 0;
    float total = 0;
    int n = clamp(nInfluences, 1, 4);
    [loop]
    for (int k = 0; k < n; ++k)
    {
        uint base = (b[k] % 60u) * 3u;
        float4 r0 = vBoneRows[base], r1 = vBoneRows[base + 1u], r2 = vBoneRows[base + 2u];
        sumP += w[k] * float3(dot(r0, p), dot(r1, p), dot(r2, p));
        sumN += w[k] * float3(dot(r0.xyz, v.nrm), dot(r1.xyz, v.nrm), dot(r2.xyz, v.nrm));
        total += w[k];
    }
    sumP /= max(total, 1e-3);
    oPos = mul(float4(sumP, 1), mWorldViewProj);
    float3 wn = mul(sumN, (float3x3)mWorld);
    wn *= rsqrt(max(dot(wn, wn), 1e-8));
    oLight = float4(saturate(dot(wn, vLightDir.xyz)).xxx, total);
    oTex = v.tex;
}

Texture2D tDiffuse : register(t0);
SamplerState sDiffuse : register(s0);

float4 ps_main(float4 pos : SV_Position, float2 tex : TEXCOORD0, float4 light : COLOR0) : SV_Target
{
    return tDiffuse.Sample(sDiffuse, tex) * float4(light.rgb * 0.8 + 0.2, saturate(light.a));
}
