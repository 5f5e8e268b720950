// Constant buffers as engines really lay them out: structs in structs, arrays
// of structs, float3 followed by float, padding, bools and ints, dynamic
// indices into several levels, five buffers in one shader.
struct Falloff { float range; float power; };
struct LightEntry { float3 position; float intensity; float3 color; bool enabled; Falloff falloff; float2 unused; };
struct LightGroup { LightEntry entries[3]; float4 tint; int count; };
struct LayerSettings { float2 tiling; float2 offset; float weights[3]; uint mask; };

cbuffer cbGlobals : register(b0) { float4x4 globalViewProj; float3 globalEye; float globalTime; };
cbuffer cbLightGroups : register(b1) { LightGroup groups[2]; uint activeGroup; };
cbuffer cbLayers : register(b2) { LayerSettings layers[4]; float4 layerColors[4]; };
cbuffer cbMaterialIds : register(b5) { uint4 materialIds[2]; float scalars[5]; };
cbuffer cbObject : register(b13) { float4x4 objectWorld; int2 objectIds; bool objectLit; };

struct V
{
    float4 pos : SV_Position;
    float3 worldPos : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float2 uv : TEXCOORD2;
};

V vs_main(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD0)
{
    V o;
    float4 p = mul(objectWorld, float4(position, 1));
    o.worldPos = p.xyz;
    o.pos = mul(globalViewProj, p);
    o.normal = mul((float3x3)objectWorld, normal);
    o.uv = uv * layers[0].tiling + layers[0].offset;
    return o;
}

float4 ps_main(V i) : SV_Target
{
    float3 n = i.normal * rsqrt(max(dot(i.normal, i.normal), 1e-8));
    float3 light = 0.2;
    uint g = activeGroup & 1u;
    int count = clamp(groups[g].count, 1, 3);
    for (int k = 0; k < count; ++k)
    {
        LightEntry e = groups[g].entries[k];
        if (!e.enabled)
            continue;
        float3 d = e.position - i.worldPos;
        float len = max(length(d), 1e-3);
        float atten = pow(saturate(1 - len / (1 + e.falloff.range * 8)), 1 + e.falloff.power);
        light += e.color * (e.intensity * atten * saturate(dot(n, d / len)));
    }
    light *= groups[g].tint.rgb;

    uint id = materialIds[(uint)objectIds.x & 1u][(uint)objectIds.y & 3u];
    LayerSettings s = layers[id & 3u];
    float w = s.weights[id % 3u] + scalars[id % 5u] * 0.25;
    float4 c = layerColors[(id >> 2) & 3u] * w;
    if (s.mask & 1u)
        c.rgb = c.bgr;
    return float4(objectLit ? c.rgb * light : c.rgb, 1);
}
