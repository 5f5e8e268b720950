// A hash whose products and sums wrap around.

uint hash(uint value)
{
    value ^= value >> 16u;
    value *= 0x7feb352du;
    value ^= value >> 15u;
    value *= 0x846ca68bu;
    return value ^ value >> 16u;
}

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint seed = (uint)position.x + (uint)position.y * 4096u;
    uint a = hash(seed);
    uint b = hash(a + 0x9e3779b9u);
    int c = (int)a * -3 + (int)b;
    return uint4(a, b, (uint)c, (uint)-c);
}
