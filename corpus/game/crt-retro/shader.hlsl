// Retro display: pixelation by integer division, palette quantisation, ordered
// dither, scanline and phosphor mask by modulo, barrel curvature with a border.
#include "fullscreen.hlsli"

cbuffer Crt : register(b1)
{
    uint virtualWidth;
    uint virtualHeight;
    uint colorLevels;
    float curvature;
    float maskStrength;
};

Texture2D<float4> frameTexture : register(t0);

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float2 c = i.uv * 2 - 1;
    c *= 1 + (c.yx * c.yx) * (curvature * 0.2);
    float2 uv = c * 0.5 + 0.5;
    if (any(uv < 0) || any(uv >= 1))
        return float4(0, 0, 0, 1);

    uint2 res = clamp(uint2(virtualWidth, virtualHeight), 8u, 64u);
    uint2 cell = (uint2)(uv * res);
    uint tw, th;
    frameTexture.GetDimensions(tw, th);
    uint2 texel = cell * uint2(tw, th) / res;
    float3 color = frameTexture.Load(int3(texel, 0)).rgb;

    uint levels = clamp(colorLevels, 2u, 32u);
    uint x = cell.x & 1u, y = cell.y & 1u;
    float threshold = ((x ^ y) * 2u + y) * 0.25 + 0.125;
    color = floor(color * (levels - 1u) + threshold) / (levels - 1u);

    uint column = (uint)i.position.x % 3u;
    float3 mask = column == 0u ? float3(1, 0.6, 0.6) : column == 1u ? float3(0.6, 1, 0.6) : float3(0.6, 0.6, 1);
    color *= lerp(1, mask, saturate(maskStrength));
    color *= ((uint)i.position.y & 1u) ? 1.0 : 1.0 - 0.3 * saturate(maskStrength);
    return float4(color, 1);
}
