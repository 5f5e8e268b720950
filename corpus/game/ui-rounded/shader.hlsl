// Rounded rectangle with border and drop shadow from a signed distance, a
// different radius for each corner, width of the edge by fwidth.
cbuffer RoundedRect : register(b0)
{
    float4x4 uiTransform;
    float2 rectSize;
    float borderWidth;
    float shadowBlur;
    float4 cornerRadii;
    float4 fillColor;
    float4 borderColor;
    float4 shadowColor;
    float2 shadowOffset;
};

struct V
{
    float4 pos : SV_Position;
    float2 local : TEXCOORD0;
};

V vs_main(float2 corner : POSITION)
{
    V o;
    float2 size = 1 + rectSize;
    o.local = (corner * 2 - 1) * (size * 0.5 + 0.25);
    o.pos = mul(uiTransform, float4(o.local, 0, 1));
    return o;
}

// radii: top right, bottom right, top left, bottom left.
float roundedBox(float2 p, float2 halfSize, float4 radii)
{
    uint corner = (p.x < 0 ? 2u : 0u) + (p.y < 0 ? 1u : 0u);
    float r = min(radii[corner] * 0.5, min(halfSize.x, halfSize.y));
    float2 beyond = abs(p) - (halfSize - r);
    float outside = length(max(beyond, 0));
    float inside = min(max(beyond.x, beyond.y), 0);
    return outside + inside - r;
}

float4 ps_main(V i) : SV_Target
{
    float2 halfSize = (1 + rectSize) * 0.5;
    float d = roundedBox(i.local, halfSize, cornerRadii);
    float w = max(fwidth(d), 1e-4);
    float fill = saturate(0.5 - d / w);
    float inner = saturate(0.5 - (d + borderWidth * 0.2) / w);
    float4 c = lerp(borderColor, fillColor, inner);
    float s = roundedBox(i.local - shadowOffset * 0.2, halfSize, cornerRadii);
    float shadow = 1 - smoothstep(-shadowBlur * 0.3 - 0.01, shadowBlur * 0.3 + 0.01, s);
    float4 under = float4(shadowColor.rgb, shadowColor.a * shadow);
    float a = c.a * fill;
    float outA = a + under.a * (1 - a);
    return float4((c.rgb * a + under.rgb * under.a * (1 - a)) / max(outA, 1e-4), outA);
}
