// Two texture coordinates share one register: the compiler packs the second into its zw lanes.

struct Varying
{
    float4 position : SV_Position;
    float2 base : TEXCOORD0;
    float2 detail : TEXCOORD1;
};

Varying vs_main(float4 position : POSITION, float2 base : TEXCOORD0)
{
    Varying output;
    output.position = position;
    output.base = base;
    output.detail = base.yx * 4.0 - 1.0;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return float4(input.base, input.detail);
}
