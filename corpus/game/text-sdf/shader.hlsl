// Signed distance field text: edge width from derivatives of the uv, outline,
// glow and soft shadow from the same texture.
cbuffer TextStyle : register(b0)
{
    float4x4 textTransform;
    float4 textColor;
    float4 outlineColor;
    float4 shadowColor;
    float2 shadowOffset;
    float outlineWidth;
    float weight;
    float spread;
};

Texture2D<float> distanceField : register(t0);
SamplerState linearClamp : register(s0);

struct V
{
    float4 pos : SV_Position;
    float2 uv : TEXCOORD0;
    float4 color : COLOR0;
};

V vs_main(float2 position : POSITION, float2 uv : TEXCOORD0, float4 color : COLOR0)
{
    V o;
    o.pos = mul(textTransform, float4(position, 0, 1));
    o.uv = uv;
    o.color = color;
    return o;
}

float4 ps_main(V i) : SV_Target
{
    float d = distanceField.Sample(linearClamp, i.uv) - 0.5 + (weight - 0.5) * 0.2;
    uint w, h;
    distanceField.GetDimensions(w, h);
    float2 texels = fwidth(i.uv) * float2(w, h);
    float smoothing = max(length(texels) / (4.0 + spread * 8.0) * 0.7, 1e-3);
    float fill = smoothstep(-smoothing, smoothing, d);
    float outline = smoothstep(-smoothing, smoothing, d + outlineWidth * 0.3);
    float shadow = smoothstep(-smoothing * 4, smoothing * 4, distanceField.Sample(linearClamp, i.uv - shadowOffset * 0.05) - 0.5);
    float4 face = textColor * i.color;
    float4 c = lerp(float4(outlineColor.rgb, outlineColor.a * outline), face, fill);
    float under = shadowColor.a * shadow * (1 - c.a);
    return float4(c.rgb * c.a + shadowColor.rgb * under, c.a + under);
}
