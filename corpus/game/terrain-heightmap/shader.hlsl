// Vertex texture fetch (z is up): a flat grid displaced by a height map with morphing
// between levels of detail (odd vertices slide onto even ones), normal from
// central differences through Load.
#include "frame.hlsli"

cbuffer Clipmap : register(b2)
{
    float2 patchOrigin;
    float2 patchScale;
    float morphStart;
    float morphEnd;
    float heightScale;
    uint gridSize;
};

Texture2D<float> heightMap : register(t0);
Texture2D colorMap : register(t1);
SamplerState linearClamp : register(s0);

struct Varyings
{
    float4 pos : SV_Position;
    float2 uv : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float morph : TEXCOORD2;
};

float heightAt(float2 uv) { return heightMap.SampleLevel(linearClamp, uv, 0) * heightScale; }

Varyings vs_main(uint vertexId : SV_VertexID)
{
    uint n = clamp(gridSize, 2u, 64u);
    uint2 cell = uint2(vertexId % n, vertexId / n);
    float2 grid = cell / (float)(n - 1u);
    float2 uv = saturate(patchOrigin * 0.5 + grid * (0.25 + patchScale));
    float3 p = float3(grid * 2 - 1, heightAt(uv));
    float dist = distance(mul(world, float4(p, 1)).xyz, cameraPos);
    float morph = saturate((dist - morphStart) / max(morphEnd + 5 - morphStart, 0.1));
    float2 odd = (cell & 1u) * (1.0 / (n - 1u));
    grid -= odd * morph;
    uv = saturate(patchOrigin * 0.5 + grid * (0.25 + patchScale));
    p = float3(grid * 2 - 1, heightAt(uv));

    uint w, h;
    heightMap.GetDimensions(w, h);
    int2 texel = int2(uv * (float2(w, h) - 1));
    int2 last = int2(w, h) - 1;
    float l = heightMap.Load(int3(clamp(texel + int2(-1, 0), 0, last), 0));
    float r = heightMap.Load(int3(clamp(texel + int2(1, 0), 0, last), 0));
    float d = heightMap.Load(int3(clamp(texel + int2(0, -1), 0, last), 0));
    float u = heightMap.Load(int3(clamp(texel + int2(0, 1), 0, last), 0));

    Varyings o;
    o.pos = mul(viewProj, mul(world, float4(p, 1)));
    o.uv = uv;
    o.normal = float3((l - r) * heightScale, (d - u) * heightScale, -0.25);
    o.morph = morph;
    return o;
}

float4 ps_main(Varyings i) : SV_Target
{
    float3 n = normalize(i.normal);
    float3 c = colorMap.Sample(linearClamp, i.uv).rgb;
    float light = saturate(dot(n, normalize(sunDir))) * 0.8 + 0.2;
    return float4(lerp(c * light, float3(1, 0, 0), i.morph * objectParams.x * 0.3), 1);
}
