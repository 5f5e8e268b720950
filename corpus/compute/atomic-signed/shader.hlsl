// A structure with a signed and an unsigned number: both kinds of comparison work on one buffer.

struct Bounds
{
    int least;
    int most;
    uint lowest;
    uint highest;
};

RWStructuredBuffer<Bounds> g_bounds : register(u0);
RWStructuredBuffer<int> g_before : register(u1);

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex)
{
    int number = (int)((index * 29u) % 64u) - 32;
    InterlockedMin(g_bounds[1].least, number);
    InterlockedMax(g_bounds[1].most, number);
    InterlockedMin(g_bounds[1].lowest, (uint)number);
    InterlockedMax(g_bounds[1].highest, (uint)number);
    int before;
    InterlockedMax(g_bounds[2u + index].most, number, before);
    g_before[index] = before;
    InterlockedMin(g_bounds[2u + index].least, number, before);
    g_before[index + 64u] = before;
}
