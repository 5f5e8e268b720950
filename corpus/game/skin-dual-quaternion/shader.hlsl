// Dual quaternion skinning: bones as two float4 each, antipodal correction
// against the first bone, then normalisation.
#include "frame.hlsli"
#include "skinning.hlsli"

cbuffer DualQuaternions : register(b3)
{
    float4 dualQuats[2 * 96];
};

struct Vertex
{
    float3 position : POSITION;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD0;
    uint4 ids : BLENDINDICES;
    float4 weights : BLENDWEIGHT;
};

struct Varyings
{
    float4 clipPos : SV_Position;
    float2 uv : TEXCOORD0;
    float3 normal : NORMAL;
};

Varyings vs_main(Vertex v)
{
    uint4 at = min(v.ids, 95u) * 2u;
    float4 q0 = dualQuats[at.x], q1 = dualQuats[at.y], q2 = dualQuats[at.z], q3 = dualQuats[at.w];
    float3 side = float3(dot(q0, q1), dot(q0, q2), dot(q0, q3));
    float4 w = v.weights;
    w.yzw *= side < 0.0 ? -1.0 : 1.0;

    float4 real = q0 * w.x + q1 * w.y + q2 * w.z + q3 * w.w;
    float4 dual = dualQuats[at.x + 1] * w.x + dualQuats[at.y + 1] * w.y
                + dualQuats[at.z + 1] * w.z + dualQuats[at.w + 1] * w.w;
    float scale = rsqrt(max(dot(real, real), 1e-8));
    real *= scale;
    dual *= scale;

    float3 p = rotateByQuaternion(v.position, real) + dualQuaternionTranslation(real, dual);
    Varyings o;
    o.clipPos = mul(viewProj, mul(world, float4(p, 1)));
    o.normal = mul((float3x3)world, rotateByQuaternion(v.normal, real));
    o.uv = v.uv;
    return o;
}

Texture2D albedoMap : register(t0);
SamplerState albedoSampler : register(s0);

float4 ps_main(Varyings i) : SV_Target
{
    float3 n = i.normal * rsqrt(max(dot(i.normal, i.normal), 1e-8));
    float3 light = lerp(groundColor, skyColor, n.y * 0.5 + 0.5) + sunColor * saturate(dot(n, sunDir));
    return float4(albedoMap.Sample(albedoSampler, i.uv).rgb * light, 1);
}
