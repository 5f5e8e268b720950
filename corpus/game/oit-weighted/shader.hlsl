// Weighted blended order-independent transparency: accumulation pass with two
// targets of different widths, and the resolve pass behind a switch.
#ifdef RESOLVE
#include "fullscreen.hlsli"

Texture2D<float4> accumulation : register(t0);
Texture2D<float> revealage : register(t1);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    int3 px = int3(i.position.xy, 0);
    float reveal = revealage.Load(px);
    if (reveal >= 0.999)
        discard;
    float4 sum = accumulation.Load(px);
    // An overflowed sum is replaced by white before it is divided.
    uint3 bits = asuint(sum.rgb) & 0x7fffffffu;
    if (any(bits >= 0x7f800000u))
        sum.rgb = sum.a;
    return float4(sum.rgb / clamp(sum.a, 1e-2, 5e4), 1 - reveal);
}
#else
#include "mesh.hlsli"

Texture2D albedoMap : register(t0);
SamplerState wrapSampler : register(s0);

struct Out
{
    float4 sum : SV_Target0;
    float reveal : SV_Target1;
};

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

Out ps_main(MeshVaryings i)
{
    float4 c = albedoMap.Sample(wrapSampler, i.uv) * objectTint;
    c.rgb *= saturate(dot(normalize(i.normal), normalize(sunDir))) * 0.7 + 0.3;
    float z = abs(i.clipPos.w);
    // Nearer and more opaque surfaces count more.
    float nearness = 1 - saturate(i.clipPos.z);
    float w = c.a * (0.05 + nearness * nearness * nearness * 8) / (1 + z * 0.01);
    Out o;
    o.sum = float4(c.rgb * c.a, c.a) * w;
    o.reveal = c.a;
    return o;
}
#endif
