// The D3D10-era standard: Blinn-Phong with up to four point lights in constant
// arrays, fog in the vertex shader, everything model 4.0.
cbuffer cbEveryFrame : register(b0)
{
    matrix g_mWorldViewProjection;
    matrix g_mWorld;
    float4 g_vEyePos;
    float4 g_vFogColor;
    float2 g_vFogRange;
    int g_nLights;
};

cbuffer cbLights : register(b1)
{
    float4 g_vLightPosition[4];     // xyz, w = range
    float4 g_vLightDiffuse[4];
    float4 g_vLightSpecular[4];
};

cbuffer cbMaterial : register(b2)
{
    float4 g_vMatAmbient;
    float4 g_vMatDiffuse;
    float4 g_vMatSpecular;          // w = power
};

Texture2D g_txDiffuse : register(t0);
SamplerState g_samLinear : register(s0);

struct VS_OUTPUT
{
    float4 Pos    : SV_POSITION;
    float3 WorldPos : TEXCOORD0;
    float3 Normal : TEXCOORD1;
    float2 Tex    : TEXCOORD2;
    float Fog     : TEXCOORD3;
};

VS_OUTPUT vs_main(float4 Pos : POSITION, float3 Normal : NORMAL, float2 Tex : TEXCOORD0)
{
    VS_OUTPUT Out;
    Out.Pos = mul(Pos, g_mWorldViewProjection);
    Out.WorldPos = mul(Pos, g_mWorld).xyz;
    Out.Normal = mul(Normal, (float3x3)g_mWorld);
    Out.Tex = Tex;
    float fDist = length(Out.WorldPos - g_vEyePos.xyz);
    Out.Fog = saturate((g_vFogRange.y + 20.0 - fDist) / max(g_vFogRange.y + 20.0 - g_vFogRange.x, 0.001));
    return Out;
}

float4 ps_main(VS_OUTPUT In) : SV_TARGET
{
    float3 N = normalize(In.Normal);
    float3 V = normalize(g_vEyePos.xyz - In.WorldPos);
    float4 vDiffuse = 0;
    float4 vSpecular = 0;
    int nLights = clamp(g_nLights, 1, 4);
    for (int i = 0; i < nLights; i++)
    {
        float3 L = g_vLightPosition[i].xyz - In.WorldPos;
        float fDist = length(L);
        L /= max(fDist, 0.001);
        float fAtten = saturate(1 - fDist / (g_vLightPosition[i].w * 10 + 1));
        float NdotL = dot(N, L);
        if (NdotL > 0)
        {
            float3 H = normalize(L + V);
            vDiffuse += g_vLightDiffuse[i] * (NdotL * fAtten);
            vSpecular += g_vLightSpecular[i] * (pow(max(dot(N, H), 0.0001), g_vMatSpecular.w * 63 + 1) * fAtten);
        }
    }
    float4 vTexel = g_txDiffuse.Sample(g_samLinear, In.Tex);
    float4 vColor = vTexel * (g_vMatAmbient + g_vMatDiffuse * vDiffuse) + g_vMatSpecular * vSpecular;
    vColor.rgb = lerp(g_vFogColor.rgb, vColor.rgb, In.Fog);
    vColor.a = vTexel.a * g_vMatDiffuse.a;
    return vColor;
}
