// Collatz steps in an endless loop that is left in two places.

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint value = (uint)position.x + 64u * (uint)position.y + 1u;
    uint start = value;
    uint steps = 0;
    [loop]
    while (true)
    {
        if (value == 1u)
            break;
        value = (value & 1u) ? value * 3u + 1u : value >> 1u;
        ++steps;
        if (steps >= 40u)
            break;
    }
    return uint4(start, steps, value, 1u);
}
