// Flow map water: two phases of a scrolling normal, cross-faded by a triangle
// wave, phase offset by noise; model 4.0 with semantic-style inputs.
cbuffer FlowGlobals : register(b0)
{
    matrix WorldViewProj;
    float4 SunDirTime;          // w time
    float4 ShallowColor;
    float4 DeepColor;
    float FlowSpeed;
    float FlowStrength;
    float FlowTiling;
};

Texture2D FlowMap : register(t0);
Texture2D WaterNormal : register(t1);
Texture2D PhaseNoise : register(t2);
SamplerState LinearWrap : register(s0);

struct VS_IN { float4 Position : POSITION; float2 Uv : TEXCOORD0; };
struct PS_IN { float4 Position : SV_POSITION; float2 Uv : TEXCOORD0; float2 NormalUv : TEXCOORD1; };

PS_IN vs_main(VS_IN In)
{
    PS_IN Out = (PS_IN)0;
    Out.Position = mul(In.Position, WorldViewProj);
    Out.Uv = In.Uv;
    Out.NormalUv = In.Uv * (1 + FlowTiling * 7);
    return Out;
}

float4 ps_main(PS_IN In) : SV_TARGET
{
    float2 Flow = (FlowMap.Sample(LinearWrap, In.Uv).rg * 2 - 1) * FlowStrength;
    float Noise = PhaseNoise.Sample(LinearWrap, In.Uv * 2).r;
    float Phase = SunDirTime.w * (0.2 + FlowSpeed) + Noise;
    float P0 = frac(Phase);
    float P1 = frac(Phase + 0.5);
    float3 N0 = WaterNormal.Sample(LinearWrap, In.NormalUv - Flow * P0).xyz;
    float3 N1 = WaterNormal.Sample(LinearWrap, In.NormalUv - Flow * P1 + 0.37).xyz;
    float W = abs(2 * P0 - 1);
    float3 N = normalize(lerp(N0, N1, W) * 2 - 0.99);
    float Sun = saturate(dot(N.xzy, normalize(SunDirTime.xyz + float3(0, 0.01, 0))));
    float4 Color = lerp(DeepColor, ShallowColor, saturate(N.z));
    return Color + pow(Sun, 32) * 0.5;
}
