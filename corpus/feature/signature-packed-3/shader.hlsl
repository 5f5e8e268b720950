// Integers are packed apart from floats, since they must not be interpolated.

struct Varying
{
    float4 position : SV_Position;
    float2 coordinate : TEXCOORD0;
    nointerpolation uint2 cell : CELL;
    nointerpolation int shift : SHIFT;
    float weight : WEIGHT;
};

Varying vs_main(float4 position : POSITION, float2 coordinate : TEXCOORD0, uint id : SV_VertexID)
{
    Varying output;
    output.position = position;
    output.coordinate = coordinate;
    output.cell = uint2(id & 3u, id >> 2u);
    output.shift = -(int)id;
    output.weight = coordinate.y;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    float2 cell = (float2)input.cell * 0.125;
    return float4(input.coordinate + cell, (float)input.shift * 0.0625, input.weight);
}
