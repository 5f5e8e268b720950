// Flipbook particle: frame from age, motion-vector blending between two cells
// of an atlas, integer cell arithmetic, random row per particle id.
#include "frame.hlsli"

cbuffer Flipbook : register(b2)
{
    uint2 cells;
    float framesPerSecond;
    float motionScale;
    uint randomRows;
};

Texture2D atlas : register(t0);
Texture2D motionAtlas : register(t1);
SamplerState linearClamp : register(s0);

struct V2P
{
    float4 pos : SV_Position;
    float4 uvs : TEXCOORD0;             // frame a, frame b
    nointerpolation float blend : TEXCOORD1;
    float4 color : COLOR0;
};

V2P vs_main(float3 position : POSITION, float2 uv : TEXCOORD0, float age : TEXCOORD1, float4 color : COLOR0, uint id : SV_InstanceID)
{
    V2P o;
    o.pos = mul(viewProj, mul(world, float4(position, 1)));
    uint2 n = clamp(cells, 1u, 16u);
    uint total = n.x * n.y;
    float f = abs(age) * (1 + framesPerSecond * 23);
    uint shift = (id * 2654435761u) % max(randomRows, 1u) * n.x;
    uint a = ((uint)f + shift) % total;
    uint b = (a + 1u) % total;
    float2 size = 1.0 / n;
    o.uvs.xy = (uv + float2(a % n.x, a / n.x)) * size;
    o.uvs.zw = (uv + float2(b % n.x, b / n.x)) * size;
    o.blend = frac(f);
    o.color = color;
    return o;
}

float4 ps_main(V2P i) : SV_Target
{
    float2 ma = motionAtlas.Sample(linearClamp, i.uvs.xy).rg * 2 - 1;
    float2 mb = motionAtlas.Sample(linearClamp, i.uvs.zw).rg * 2 - 1;
    float4 a = atlas.Sample(linearClamp, i.uvs.xy - ma * (motionScale * 0.1 * i.blend));
    float4 b = atlas.Sample(linearClamp, i.uvs.zw + mb * (motionScale * 0.1 * (1 - i.blend)));
    return lerp(a, b, i.blend) * i.color;
}
