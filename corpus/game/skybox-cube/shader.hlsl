// Sky box: vertices on the far plane, rotation about the vertical, exposure,
// cross-fade between two cubes, sun disc, dithering off.
cbuffer Skybox : register(b0)
{
    float4x4 skyViewProj;
    float skyRotation;
    float skyFade;
    float skyExposure;
    float sunDiscSize;
    float3 skySunDir;
};

TextureCube<float4> daySky : register(t0);
TextureCube<float4> nightSky : register(t1);
SamplerState skySampler : register(s0);

struct V
{
    float4 pos : SV_Position;
    float3 dir : TEXCOORD0;
};

V vs_main(float3 position : POSITION)
{
    V o;
    float s, c;
    sincos(skyRotation, s, c);
    o.dir = float3(position.x * c - position.z * s, position.y, position.x * s + position.z * c);
    o.pos = mul(skyViewProj, float4(position, 1)).xyww;
    return o;
}

float4 ps_main(V i) : SV_Target
{
    float3 c = lerp(daySky.Sample(skySampler, i.dir).rgb, nightSky.Sample(skySampler, i.dir).rgb, saturate(skyFade));
    float3 d = i.dir * rsqrt(max(dot(i.dir, i.dir), 1e-8));
    float3 l = skySunDir * rsqrt(max(dot(skySunDir, skySunDir), 1e-8));
    float disc = smoothstep(0.995 - sunDiscSize * 0.05, 0.999, dot(d, l));
    return float4(c * exp2(skyExposure) + disc, 1);
}
