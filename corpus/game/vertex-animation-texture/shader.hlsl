// Baked simulation: positions and normals of every vertex and frame lie in two
// textures, read by SampleLevel in the vertex shader and blended in time.
#include "frame.hlsli"

cbuffer Vat : register(b2)
{
    float3 vatMin;
    float vatFrames;
    float3 vatSize;
    float vatSpeed;
};

Texture2D vatPositions : register(t0);
Texture2D vatNormals : register(t1);
SamplerState pointClamp : register(s0);

struct Varyings
{
    float4 clipPos : SV_Position;
    float3 normal : TEXCOORD0;
    float3 localPos : TEXCOORD1;
};

Varyings vs_main(float3 position : POSITION, float2 vatUv : TEXCOORD1, uint instance : SV_InstanceID)
{
    float frames = floor(clamp(vatFrames, 1.0, 256.0));
    float t = frac(time * (0.1 + vatSpeed) + instance * 0.37) * frames;
    float f0 = floor(t);
    float f1 = f0 + 1.0 >= frames ? 0.0 : f0 + 1.0;
    float2 uv0 = float2(vatUv.x, (f0 + 0.5) / frames);
    float2 uv1 = float2(vatUv.x, (f1 + 0.5) / frames);
    float3 p = lerp(vatPositions.SampleLevel(pointClamp, uv0, 0).xyz, vatPositions.SampleLevel(pointClamp, uv1, 0).xyz, t - f0);
    float3 n = lerp(vatNormals.SampleLevel(pointClamp, uv0, 0).xyz, vatNormals.SampleLevel(pointClamp, uv1, 0).xyz, t - f0) * 2 - 1;
    Varyings o;
    o.localPos = position + (p * vatSize + vatMin) * 0.5;
    o.clipPos = mul(viewProj, mul(world, float4(o.localPos, 1)));
    o.normal = mul((float3x3)normalMatrix, n);
    return o;
}

float4 ps_main(Varyings i) : SV_Target
{
    float3 flat = cross(ddx(i.localPos), ddy(i.localPos));
    flat *= rsqrt(max(dot(flat, flat), 1e-12));
    float3 n = i.normal * rsqrt(max(dot(i.normal, i.normal), 1e-8));
    float light = saturate(dot(n, normalize(sunDir))) * 0.7 + abs(flat.z) * 0.3;
    return float4(objectTint.rgb * light, 1);
}
