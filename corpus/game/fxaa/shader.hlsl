// Post-process anti-aliasing by edge search: where local contrast is high, the
// edge's orientation is found, both of its ends are searched in one loop with
// two flags, and the pixel is resampled across the edge.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

cbuffer Fxaa : register(b1)
{
    float contrastThreshold;
    float relativeThreshold;
    float subpixelBlending;
};

Texture2D sourceTexture : register(t0);
SamplerState linearClamp : register(s0);

static const float strides[7] = { 1.0, 1.0, 2.0, 2.0, 3.0, 4.0, 6.0 };

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float lumaAt(float2 uv) { return luminance(sourceTexture.SampleLevel(linearClamp, uv, 0).rgb); }
#define LUMA(x, y) luminance(sourceTexture.SampleLevel(linearClamp, i.uv, 0, int2(x, y)).rgb)

// How far the edge runs on each side (x forwards, y backwards), and in z which
// side ends first: +1 if the end there is brighter than the edge, -1 if darker.
float3 searchEnds(float2 start, float2 along, float edgeLuma, float tolerance)
{
    float2 reach = 0;
    float2 difference = 0;
    bool forwardDone = false;
    bool backwardDone = false;
    [loop]
    for (int k = 0; k < 7; ++k)
    {
        if (!forwardDone)
        {
            reach.x += strides[k];
            difference.x = lumaAt(start + along * reach.x) - edgeLuma;
            forwardDone = abs(difference.x) > tolerance;
        }
        if (!backwardDone)
        {
            reach.y += strides[k];
            difference.y = lumaAt(start - along * reach.y) - edgeLuma;
            backwardDone = abs(difference.y) > tolerance;
        }
        if (forwardDone && backwardDone)
            break;
    }
    float ending = reach.x < reach.y ? difference.x : difference.y;
    return float3(reach, ending < 0 ? -1.0 : 1.0);
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float centre = LUMA(0, 0);
    float4 cross4 = float4(LUMA(0, -1), LUMA(0, 1), LUMA(-1, 0), LUMA(1, 0));
    float low = min(centre, min(min(cross4.x, cross4.y), min(cross4.z, cross4.w)));
    float high = max(centre, max(max(cross4.x, cross4.y), max(cross4.z, cross4.w)));
    float contrast = high - low;
    if (contrast < max(contrastThreshold * 0.1, high * relativeThreshold * 0.25))
        return float4(sourceTexture.SampleLevel(linearClamp, i.uv, 0).rgb, centre);

    float4 corner4 = float4(LUMA(-1, -1), LUMA(1, -1), LUMA(-1, 1), LUMA(1, 1));
    // Second differences of the three columns against those of the three rows.
    float vertical = abs(cross4.x + cross4.y - 2 * centre) * 2
                   + abs(corner4.x + corner4.z - 2 * cross4.z) + abs(corner4.y + corner4.w - 2 * cross4.w);
    float horizontal = abs(cross4.z + cross4.w - 2 * centre) * 2
                     + abs(corner4.x + corner4.y - 2 * cross4.x) + abs(corner4.z + corner4.w - 2 * cross4.y);
    bool flat = vertical >= horizontal;
    float2 sides = flat ? cross4.xy : cross4.zw;
    float2 steepness = abs(sides - centre);
    bool second = steepness.y > steepness.x;
    float2 across = (flat ? float2(0, screenSize.w) : float2(screenSize.z, 0)) * (second ? 1.0 : -1.0);
    float2 along = flat ? float2(screenSize.z, 0) : float2(0, screenSize.w);

    float edgeLuma = (centre + (second ? sides.y : sides.x)) * 0.5;
    float3 ends = searchEnds(i.uv + across * 0.5, along, edgeLuma, max(steepness.x, steepness.y) * 0.3);
    bool towards = (centre < edgeLuma) == (ends.z > 0);
    float shift = towards ? 0.5 - min(ends.x, ends.y) / max(ends.x + ends.y, 1e-3) : 0.0;

    float average = (dot(cross4, 2) + dot(corner4, 1)) / 12;
    float subpixel = saturate(abs(average - centre) / max(contrast, 1e-4));
    shift = max(shift, subpixel * subpixel * subpixelBlending * 0.75);
    return float4(sourceTexture.SampleLevel(linearClamp, i.uv + across * shift, 0).rgb, centre);
}
