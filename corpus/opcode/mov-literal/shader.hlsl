// Writes a literal whose lanes are small, negative and unsigned integers, mov.

uint4 ps_main() : SV_Target
{
    return uint4(0u, 1u, 0x80000000u, 0xffffffffu);
}
