// Holographic projection: scanlines in screen space, glitch offset in the
// vertex shader by time slices, fresnel glow, additive output.
#include "frame.hlsli"
#include "mathlib.hlsli"

cbuffer Hologram : register(b2)
{
    float4 holoColor;
    float scanlineCount;
    float scanlineSpeed;
    float glitchStrength;
    float fresnelPower;
};

Texture2D holoMap : register(t0);
SamplerState wrapSampler : register(s0);

struct V2F
{
    float4 pos : SV_Position;
    float2 uv : TEXCOORD0;
    float3 worldPos : TEXCOORD1;
    float3 normal : NORMAL0;
    float glitch : PSIZE0;
};

uint hashSlice(uint v)
{
    v = (v ^ 61u) ^ (v >> 16);
    v *= 9u;
    v = v ^ (v >> 4);
    v *= 0x27d4eb2du;
    return v ^ (v >> 15);
}

V2F vs_main(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD0)
{
    V2F o;
    float3 p = mul(world, float4(position, 1)).xyz;
    uint slice = (uint)(int)floor(clamp(p.y, -100.0, 100.0) * 10.0 + time * 4.0);
    float noise = (hashSlice(slice) >> 8) * (1.0 / 16777216.0);
    o.glitch = noise > 0.9 ? 1.0 : 0.0;
    p.x += o.glitch * (noise - 0.95) * glitchStrength * 4.0;
    o.pos = mul(viewProj, float4(p, 1));
    o.worldPos = p;
    o.normal = mul((float3x3)normalMatrix, normal);
    o.uv = uv;
    return o;
}

float4 ps_main(V2F i) : SV_Target
{
    float3 n = safeNormalize(i.normal);
    float3 v = safeNormalize(cameraPos - i.worldPos);
    float fresnel = safePow(1.0 - saturate(abs(dot(n, v))), 1.0 + fresnelPower * 4.0);
    float lines = frac(i.pos.y * (1.0 + scanlineCount * 15.0) * viewport.w - time * scanlineSpeed);
    float scan = abs(lines * 2.0 - 1.0);
    scan = scan * scan * (3.0 - 2.0 * scan);
    float3 c = holoMap.Sample(wrapSampler, i.uv + float2(i.glitch * 0.1, 0)).rgb;
    float mono = luminance(c);
    float alpha = saturate(mono * 0.4 + fresnel) * (0.5 + 0.5 * scan);
    return float4(holoColor.rgb * (mono + fresnel) * alpha, alpha * holoColor.a);
}
