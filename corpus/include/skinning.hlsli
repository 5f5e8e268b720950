// Linear blend skinning over a palette in a constant buffer, and the dual
// quaternion helpers.
#ifndef SKINNING_HLSLI
#define SKINNING_HLSLI

float3 rotateByQuaternion(float3 v, float4 q)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

float4 multiplyQuaternion(float4 a, float4 b)
{
    return float4(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

// Translation of a unit dual quaternion (real, dual).
float3 dualQuaternionTranslation(float4 real, float4 dual)
{
    return 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
}

#endif
