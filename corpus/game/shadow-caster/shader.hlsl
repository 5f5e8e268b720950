// Shadow caster without a pixel shader: normal and slope bias in the vertex
// stage, casters in front of the near plane pancaked onto it.
cbuffer ShadowCaster : register(b0)
{
    float4x4 lightViewProj;
    float4x4 casterWorld;
    float3 lightDirection;
    float normalBias;
    float depthBias;
    bool pancake;
};

float4 vs_main(float3 position : POSITION, float3 normal : NORMAL) : SV_Position
{
    float3 p = mul(casterWorld, float4(position, 1)).xyz;
    float3 n = mul((float3x3)casterWorld, normal);
    n *= rsqrt(max(dot(n, n), 1e-8));
    float c = dot(n, lightDirection);
    float s = sqrt(saturate(1 - c * c));
    p -= n * (normalBias * 0.05 * s);
    float4 clip = mul(lightViewProj, float4(p, 1));
    clip.z += depthBias * 0.01 * clip.w;
    if (pancake)
        clip.z = max(clip.z, 0);
    return clip;
}
