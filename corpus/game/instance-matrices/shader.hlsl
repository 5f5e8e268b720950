// Hardware instancing: a 4x4 matrix in four per-instance attributes, inverse
// transpose by cofactors, tint and uv window per instance, row-vector style.
cbuffer InstancedCamera : register(b0)
{
    row_major float4x4 viewProjection;
    float4 lightDirection;
};

struct InstancedVertex
{
    float3 position : POSITION;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD0;
    float4 row0 : INSTANCE_TRANSFORM0;
    float4 row1 : INSTANCE_TRANSFORM1;
    float4 row2 : INSTANCE_TRANSFORM2;
    float4 row3 : INSTANCE_TRANSFORM3;
    float4 tint : INSTANCE_COLOR0;
    float4 uvWindow : INSTANCE_UV0;
};

struct InstancedVaryings
{
    float4 position : SV_Position;
    float4 tint : COLOR0;
    float3 normal : NORMAL0;
    float2 uv : TEXCOORD0;
};

Texture2D atlasTexture : register(t0);
SamplerState atlasSampler : register(s0);

InstancedVaryings vs_main(InstancedVertex v)
{
    float4x4 m = float4x4(v.row0, v.row1, v.row2, v.row3);
    float3x3 cofactor = float3x3(cross(m[1].xyz, m[2].xyz), cross(m[2].xyz, m[0].xyz), cross(m[0].xyz, m[1].xyz));
    InstancedVaryings o;
    o.position = mul(mul(float4(v.position, 1), m), viewProjection);
    o.normal = mul(v.normal, cofactor) * (determinant((float3x3)m) < 0 ? -1 : 1);
    o.uv = v.uv * v.uvWindow.zw + v.uvWindow.xy;
    o.tint = v.tint;
    return o;
}

float4 ps_main(InstancedVaryings i) : SV_Target
{
    float3 n = i.normal * rsqrt(max(dot(i.normal, i.normal), 1e-8));
    float light = saturate(dot(n, lightDirection.xyz)) * 0.75 + 0.25;
    return atlasTexture.Sample(atlasSampler, i.uv) * i.tint * float4(light.xxx, 1);
}
