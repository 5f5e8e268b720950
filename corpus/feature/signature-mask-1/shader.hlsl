// Partial write masks: outputs of one to three lanes whose lanes come from different instructions.

struct Varying
{
    float4 position : SV_Position;
    float3 colour : COLOR0;
    float4 mixed : TEXCOORD0;
};

cbuffer Constants : register(b0)
{
    float4 g_scale;
};

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0)
{
    Varying output;
    output.position.xy = position.yx;
    output.position.z = position.z * 0.5;
    output.position.w = position.w;
    output.colour.y = sqrt(abs(value.x));
    output.colour.xz = value.yz * g_scale.xy;
    output.mixed.w = dot(value, g_scale);
    output.mixed.xz = exp2(-value.zx);
    output.mixed.y = 1.0;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return float4(input.colour, 1.0) * input.mixed.wzyx;
}
