// Colour space conversions for a swap chain: sRGB in, matrix to a wide gamut,
// PQ or sRGB out by a constant, branch on an integer uniform.
#include "fullscreen.hlsli"
#include "color.hlsli"

cbuffer Output : register(b1)
{
    int outputMode;     // 0 sRGB, 1 PQ, 2 linear, 3 gamma 2.2
    float paperWhite;
    float maxNits;
};

Texture2D uiAndScene : register(t0);
SamplerState pointClamp : register(s0);

static const float3x3 rec709To2020 =
{
    0.6274, 0.3293, 0.0433,
    0.0691, 0.9195, 0.0114,
    0.0164, 0.0880, 0.8956
};

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float3 encodePq(float3 nits)
{
    float3 y = pow(max(nits / 10000.0, 1e-7), 0.1593017578);
    return pow((0.8359375 + 18.8515625 * y) / (1.0 + 18.6875 * y), 78.84375);
}

float4 ps_main(ScreenVaryings i) : SV_Target
{
    float4 c = uiAndScene.Sample(pointClamp, i.uv);
    float3 l = srgbToLinear(c.rgb);
    if (outputMode == 1)
    {
        float3 nits = mul(rec709To2020, l) * (80.0 + paperWhite * 200.0);
        return float4(encodePq(min(nits, 200.0 + maxNits * 800.0)), c.a);
    }
    if (outputMode == 2)
        return float4(l, c.a);
    if (outputMode == 3)
        return float4(pow(max(l, 1e-6), 1.0 / 2.2), c.a);
    return float4(linearToSrgb(l), c.a);
}
