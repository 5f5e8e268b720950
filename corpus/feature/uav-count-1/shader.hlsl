// A triangle whose pixels count themselves in every way that no order shows in. Quads at its edges have helper pixels, which
// must not count.

struct Cell
{
    uint count;
    int least;
    int most;
    uint bits;
};

RWStructuredBuffer<Cell> g_cells : register(u1);
RWStructuredBuffer<uint> g_handed : register(u2);
RWBuffer<uint> g_total : register(u3);

float4 vs_main(uint id : SV_VertexID) : SV_Position
{
    // Corners at (0, 0), (31.5, 0) and (0, 31.5) in pixels: the long side runs between the centres.
    return float4(id == 1 ? 0.96875 : -1.0, id == 2 ? -0.96875 : 1.0, 0.5, 1.0);
}

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    uint cell = (pixel.x ^ pixel.y) & 7u;
    InterlockedAdd(g_cells[cell].count, 1u);
    InterlockedMin(g_cells[cell].least, (int)pixel.x - (int)pixel.y);
    InterlockedMax(g_cells[cell].most, (int)pixel.x - (int)pixel.y);
    InterlockedOr(g_cells[cell].bits, 1u << pixel.x);
    InterlockedAdd(g_total[0], pixel.x * 32u + pixel.y);
    // Who is given which number is nobody's to say, but each number is given to one.
    uint number = g_handed.IncrementCounter();
    g_handed[number] = 1u;
    return float4(ddx(position.x), ddy(position.y), 0.0, 1.0);
}
