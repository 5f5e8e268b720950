// Analytic sky: single-scattering march with Rayleigh and Mie phase functions,
// optical depth towards the sun by an inner loop. Drawn on the far plane.
#include "mathlib.hlsli"

cbuffer SkyConstants : register(b0)
{
    float4x4 invViewProj;
    float3 sunDirection;
    float sunIntensity;
    float3 rayleigh;
    float mie;
    float mieG;
    float planetScale;
    int viewSamples;
    int lightSamples;
};

struct SkyVaryings
{
    float4 pos : SV_Position;
    float3 ray : TEXCOORD0;
};

SkyVaryings vs_main(uint id : SV_VertexID)
{
    SkyVaryings o;
    float2 uv = float2((id << 1) & 2, id & 2);
    o.pos = float4(uv * 2 - 1, 1, 1);
    float4 far = mul(invViewProj, o.pos);
    o.ray = far.xyz / (abs(far.w) > 1e-4 ? far.w : 1e-4) + float3(0, 0.1, 1);
    return o;
}

// Distance to leave a sphere around the origin, from inside it.
float exitSphere(float3 o, float3 d, float radius)
{
    float b = dot(o, d);
    float c = dot(o, o) - radius * radius;
    return -b + sqrt(max(b * b - c, 0));
}

float4 ps_main(SkyVaryings i) : SV_Target
{
    const float ground = 1.0;
    float top = 1.02 + 0.03 * saturate(planetScale);
    float3 d = safeNormalize(i.ray);
    d.y = max(d.y, 0.01);
    d = safeNormalize(d);
    float3 l = safeNormalize(sunDirection);
    float3 o = float3(0, ground + 0.001, 0);
    int n = clamp(viewSamples, 4, 12);
    int m = clamp(lightSamples, 2, 6);
    float step_ = exitSphere(o, d, top) / n;
    float scaleR = 80.0, scaleM = 300.0;
    float3 betaR = (0.5 + rayleigh) * float3(5.8, 13.5, 33.1);
    float betaM = (0.5 + mie) * 21.0;

    float3 sumR = 0, sumM = 0;
    float odR = 0, odM = 0;
    [loop]
    for (int k = 0; k < n; ++k)
    {
        float3 p = o + d * ((k + 0.5) * step_);
        float h = length(p) - ground;
        float hr = exp(-h * scaleR) * step_;
        float hm = exp(-h * scaleM) * step_;
        odR += hr;
        odM += hm;
        float lightStep = exitSphere(p, l, top) / m;
        float lr = 0, lm = 0;
        bool shadowed = false;
        [loop]
        for (int j = 0; j < m; ++j)
        {
            float lh = length(p + l * ((j + 0.5) * lightStep)) - ground;
            if (lh < 0.0)
            {
                shadowed = true;
                break;
            }
            lr += exp(-lh * scaleR) * lightStep;
            lm += exp(-lh * scaleM) * lightStep;
        }
        if (!shadowed)
        {
            float3 tau = betaR * (odR + lr) + betaM * 1.1 * (odM + lm);
            float3 attenuation = exp(-tau);
            sumR += attenuation * hr;
            sumM += attenuation * hm;
        }
    }
    float mu = dot(d, l);
    float g = clamp(mieG, 0.1, 0.9);
    float phaseR = 3.0 / (16.0 * PI) * (1.0 + mu * mu);
    float phaseM = 3.0 / (8.0 * PI) * (1.0 - g * g) * (1.0 + mu * mu) / ((2.0 + g * g) * safePow(1.0 + g * g - 2.0 * g * mu, 1.5));
    float3 sky = (sumR * betaR * phaseR + sumM * betaM * phaseM) * (5.0 + sunIntensity * 15.0);
    return float4(1.0 - exp(-sky), 1);
}
