// The full-screen triangle of post processing: its corners follow from the vertex number.

struct Varying
{
    float4 position : SV_Position;
    float2 coordinate : TEXCOORD0;
};

Varying vs_main(uint id : SV_VertexID)
{
    Varying output;
    output.coordinate = float2((id << 1) & 2, id & 2);
    output.position = float4(output.coordinate * float2(2.0, -2.0) + float2(-1.0, 1.0), 0.5, 1.0);
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return float4(input.coordinate, 0.0, 1.0);
}
