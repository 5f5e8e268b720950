// Attributes of several interpolation modes side by side; each mode has registers of its own.

struct Varying
{
    float4 position : SV_Position;
    float2 a : TEXCOORD0;
    centroid float2 b : TEXCOORD1;
    nointerpolation float2 c : TEXCOORD2;
    float2 d : TEXCOORD3;
    nointerpolation uint e : TEXCOORD4;
};

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0, uint id : SV_VertexID)
{
    Varying output;
    output.position = position;
    output.a = value.xy;
    output.b = value.yz;
    output.c = value.zw;
    output.d = value.wx;
    output.e = id * 3u + 1u;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return float4(input.a + input.b, input.c * input.d) * (float)input.e * 0.125;
}
