// A float that is not interpolated takes the value of the triangle's first vertex.

struct Varying
{
    float4 position : SV_Position;
    nointerpolation float4 facet : TEXCOORD0;
    float4 smooth_value : TEXCOORD1;
};

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0)
{
    Varying output;
    output.position = position;
    output.facet = value;
    output.smooth_value = value;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return float4(input.facet.xyz, input.smooth_value.w);
}
