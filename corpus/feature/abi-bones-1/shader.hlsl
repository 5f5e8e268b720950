// Bones of three rows from a structured buffer, from the object's first one on,
// by integer blend indices; a tangent frame with a binormal.
struct Bone
{
    float4 rows[3];
};

StructuredBuffer<Bone> bones : register(t0);

cbuffer Frame : register(b0)
{
    float4x4 viewProj;
    float4 light;
};

cbuffer Object : register(b3)
{
    float4x4 world;
    uint firstBone;
    float3 tint;
};

struct VSIn
{
    float3 position : POSITION;
    float3 normal : NORMAL;
    float3 binormal : BINORMAL;
    float2 uv : TEXCOORD0;
    uint4 ids : BLENDINDICES;
    float4 weights : BLENDWEIGHT;
};

struct VSOut
{
    float4 position : SV_Position;
    float3 normal : NORMAL;
    float3 binormal : BINORMAL;
    float2 uv : TEXCOORD0;
};

float3 turned(Bone bone, float4 v)
{
    return float3(dot(bone.rows[0], v), dot(bone.rows[1], v), dot(bone.rows[2], v));
}

VSOut vs_main(VSIn v)
{
    float3 position = 0, normal = 0, binormal = 0;
    [unroll]
    for (uint k = 0; k < 4; ++k)
    {
        Bone bone = bones[v.ids[k] + firstBone];
        position += v.weights[k] * turned(bone, float4(v.position, 1));
        normal += v.weights[k] * turned(bone, float4(v.normal, 0));
        binormal += v.weights[k] * turned(bone, float4(v.binormal, 0));
    }
    VSOut o;
    o.position = mul(viewProj, mul(world, float4(position, 1)));
    o.normal = mul((float3x3)world, normal);
    o.binormal = mul((float3x3)world, binormal);
    o.uv = v.uv;
    return o;
}

Texture2D albedo : register(t1);
SamplerState linearWrap : register(s0);

float4 ps_main(VSOut i) : SV_Target
{
    float3 n = i.normal + i.binormal * 0.25;
    float lit = dot(n, light.xyz) * rsqrt(max(dot(n, n), 1e-6));
    return float4(albedo.Sample(linearWrap, i.uv).rgb * (lit * 0.5 + 0.5) + tint, light.w);
}
