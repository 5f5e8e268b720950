// Inverted-hull outline: vertices pushed along the smoothed normal in clip
// space, by a width in pixels that does not shrink with distance.
#include "frame.hlsli"

cbuffer Outline : register(b2)
{
    float4 outlineColor;
    float outlinePixels;
    float outlineFade;
};

struct OutlineOut
{
    float4 position : SV_Position;
    float4 color : COLOR0;
};

OutlineOut vs_main(float3 position : POSITION, float3 normal : NORMAL, float4 width : COLOR0)
{
    OutlineOut o;
    float4 worldPos = mul(world, float4(position, 1.0));
    float4 clip = mul(viewProj, worldPos);
    float3 n = mul((float3x3)normalMatrix, normal);
    float2 dir = mul((float2x3)viewProj, n);
    dir *= rsqrt(max(dot(dir, dir), 1e-8));
    clip.xy += dir * viewport.zw * (outlinePixels * 4.0 * width.a) * clip.w;
    clip.z += 1e-4 * clip.w;
    o.position = clip;
    float fade = saturate(1.0 - length(worldPos.xyz - cameraPos) * outlineFade * 0.05);
    o.color = float4(outlineColor.rgb * width.rgb, outlineColor.a * fade);
    return o;
}

float4 ps_main(OutlineOut i) : SV_Target
{
    return i.color;
}
