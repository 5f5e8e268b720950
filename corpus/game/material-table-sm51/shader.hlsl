// A model 5.1 renderer's material: textures in an array in a space of their
// own, constant buffers and samplers in spaces, all indices static.
struct TableMaterial
{
    float4 color;
    float roughness;
    float metalness;
    float2 tiling;
};

cbuffer TableFrame : register(b0, space0)
{
    float4x4 viewProj;
    float3 lightDirection;
    float ambient;
};

cbuffer TableObject : register(b0, space1)
{
    float4x4 world;
    TableMaterial material;
};

Texture2D<float4> maps[4] : register(t0, space1);   // albedo, normal, surface, emission
TextureCube<float4> skyMap : register(t0, space2);
SamplerState wrapSampler : register(s0, space1);
SamplerState clampSampler : register(s1, space1);

struct V
{
    float4 pos : SV_Position;
    float2 uv : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float3 worldPos : TEXCOORD2;
};

V vs_main(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD0)
{
    V o;
    float4 p = mul(world, float4(position, 1));
    o.pos = mul(viewProj, p);
    o.worldPos = p.xyz;
    o.uv = uv * (0.5 + material.tiling);
    o.normal = mul((float3x3)world, normal);
    return o;
}

float4 ps_main(V i) : SV_Target
{
    float4 albedo = maps[0].Sample(wrapSampler, i.uv) * material.color;
    float3 bump = maps[1].Sample(wrapSampler, i.uv).xyz * 2 - 1;
    float2 surface = maps[2].Sample(wrapSampler, i.uv).gb * float2(material.roughness, material.metalness);
    float3 emission = maps[3].Sample(wrapSampler, i.uv).rgb;
    float3 n = i.normal + float3(bump.xy * 0.3, 0);
    n *= rsqrt(max(dot(n, n), 1e-8));
    float3 l = lightDirection * rsqrt(max(dot(lightDirection, lightDirection), 1e-8));
    float3 v = -i.worldPos * rsqrt(max(dot(i.worldPos, i.worldPos), 1e-8));
    float3 sky = skyMap.SampleLevel(clampSampler, reflect(-v, n), surface.x * 5).rgb;
    float3 color = albedo.rgb * (saturate(dot(n, l)) + ambient) * (1 - surface.y) + sky * lerp(0.04, albedo.rgb, surface.y);
    return float4(color + emission * 0.2, albedo.a);
}
