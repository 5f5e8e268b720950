// Gerstner waves summed in the vertex shader over a constant array, analytic
// tangents, crest foam by the Jacobian, fresnel sky reflection.
#include "frame.hlsli"
#include "mathlib.hlsli"

#define WAVES 6

cbuffer Water : register(b2)
{
    float4 waveA[WAVES];        // direction xy, steepness, wavelength
    float4 deepColor;
    float4 shallowColor;
    float waveSpeed;
    float foamThreshold;
    int waveCount;
};

TextureCube skyCube : register(t0);
Texture2D foamMap : register(t1);
SamplerState linearWrap : register(s0);

struct WaterVaryings
{
    float4 pos : SV_Position;
    float3 worldPos : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float crest : TEXCOORD2;
};

WaterVaryings vs_main(float3 position : POSITION)
{
    float3 p = mul(world, float4(position, 1)).xyz;
    float3 base = p;
    float3 tangent = float3(1, 0, 0);
    float3 binormal = float3(0, 0, 1);
    int n = clamp(waveCount, 1, WAVES);
    for (int w = 0; w < n; ++w)
    {
        float4 a = waveA[w];
        float k = 2.0 * PI / (0.5 + a.w * 4.0);
        float2 d = safeNormalize(a.xy * 2 - 1 + float2(0.01, 0.02));
        float phase = k * (dot(d, base.xz) - sqrt(9.8 / k) * time * waveSpeed);
        float steep = a.z * 0.3;
        float amp = steep / k;
        float s, c;
        sincos(phase, s, c);
        p += float3(d.x * amp * c, amp * s, d.y * amp * c);
        tangent += float3(-d.x * d.x * steep * s, d.x * steep * c, -d.x * d.y * steep * s);
        binormal += float3(-d.x * d.y * steep * s, d.y * steep * c, -d.y * d.y * steep * s);
    }
    WaterVaryings o;
    o.pos = mul(viewProj, float4(p, 1));
    o.worldPos = p;
    o.normal = cross(binormal, tangent);
    o.crest = 1.0 - (tangent.x * binormal.z - tangent.z * binormal.x);
    return o;
}

float4 ps_main(WaterVaryings i) : SV_Target
{
    float3 n = safeNormalize(i.normal);
    float3 v = safeNormalize(cameraPos - i.worldPos);
    float f = 0.02 + 0.98 * pow5(1 - saturate(dot(n, v)));
    float3 sky = skyCube.SampleLevel(linearWrap, reflect(-v, n), 0).rgb;
    float3 body = lerp(deepColor.rgb, shallowColor.rgb, saturate(dot(n, v)));
    float spec = pow(saturate(dot(n, safeNormalize(v + safeNormalize(sunDir)))), 200);
    float foam = smoothstep(foamThreshold, foamThreshold + 0.3, i.crest) * foamMap.Sample(linearWrap, i.worldPos.xz * 0.5).r;
    return float4(lerp(body, sky, f) + sunColor * spec + foam, 1);
}
