// Gradients: linear, radial, conic by a switch, up to eight stops in constant
// arrays searched in a loop, interleaved dithering.
cbuffer Gradient : register(b0)
{
    float4x4 uiTransform;
    float4 stopColor[8];
    float4 stopOffset[2];       // eight offsets packed
    float2 gradientStart;
    float2 gradientEnd;
    int gradientKind;
    int stopCount;
    int spread;
};

struct V
{
    float4 pos : SV_Position;
    float2 p : TEXCOORD0;
};

V vs_main(float2 corner : POSITION)
{
    V o;
    o.p = corner;
    o.pos = mul(uiTransform, float4(corner * 2 - 1, 0, 1));
    return o;
}

float offsetAt(int k) { return k * 0.125 + stopOffset[k >> 2][k & 3] * 0.125; }

float4 ps_main(V i) : SV_Target
{
    float2 axis = gradientEnd - gradientStart + float2(0.01, 0.02);
    float2 d = i.p - gradientStart;
    float t;
    switch (gradientKind)
    {
    case 0:
        t = dot(d, axis) / max(dot(axis, axis), 1e-4);
        break;
    case 1:
        t = length(d) / max(length(axis), 1e-3);
        break;
    case 2:
        t = atan2(d.y, abs(d.x) + 1e-4) * 0.15915494 + 0.5;
        break;
    default:
        t = max(abs(d.x), abs(d.y));
        break;
    }
    if (spread == 1)
        t = frac(t);
    else if (spread == 2)
        t = 1 - abs(frac(t * 0.5) * 2 - 1);
    else
        t = saturate(t);

    int n = clamp(stopCount, 2, 8);
    float4 color = stopColor[0];
    for (int k = 1; k < n; ++k)
    {
        float a = offsetAt(k - 1);
        float b = offsetAt(k);
        color = lerp(color, stopColor[k], saturate((t - a) / max(b - a, 1e-3)));
        if (t < b)
            break;
    }
    uint2 px = (uint2)i.pos.xy;
    float dither = ((px.x * 7u + px.y * 13u) & 15u) / 16.0 - 0.5;
    return saturate(color + dither / 255.0);
}
