// Places in a large world are a cell and an offset. What the camera sees is their difference in doubles, which floats would
// round to metres.

cbuffer World : register(b0)
{
    int4 g_cell;
    int4 g_cameraCell;
    float4 g_offset;
    float4 g_cameraOffset;
};

struct Vertex
{
    float3 position : POSITION;
};

struct Varying
{
    float4 position : SV_Position;
    float3 relative : TEXCOORD0;
};

static const double CELL = 4096.0L;

Varying vs_main(Vertex vertex)
{
    double3 place = double3(g_cell.xyz) * CELL + double3(g_offset.xyz) + double3(vertex.position);
    double3 camera = double3(g_cameraCell.xyz) * CELL + double3(g_cameraOffset.xyz);
    Varying output;
    output.relative = (float3)(place - camera);
    output.position = float4(output.relative.xy * 0.5f, 0.5f, 1.0f);
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return float4(frac(input.relative * 8.0f), 1.0f);
}
