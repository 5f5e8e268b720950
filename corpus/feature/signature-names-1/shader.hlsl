// Names that collide with keywords of GLSL, with its reserved prefix, or with each other once an
// index is appended.

struct Varying
{
    float4 position : SV_Position;
    float2 a : SAMPLE;
    float2 b : flat;
    float2 c : gl_Color;
    float2 d : MY__NAME0;
    float2 e : TEX1;
    float2 f : TEX11;
    float2 g : _UNDERSCORE_;
};

Varying vs_main(float4 position : position, float4 value : attribute)
{
    Varying output;
    output.position = position;
    output.a = value.xy;
    output.b = value.zw;
    output.c = value.yx;
    output.d = value.wz;
    output.e = value.xz;
    output.f = value.yw;
    output.g = value.xx;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return float4(input.a + input.b, input.c * input.d) + float4(input.e - input.f, input.g);
}
