// Unsigned bit field extraction, ubfe: the width and the offset come from literals, as in
// packed vertex and material data.

cbuffer Operands : register(b0)
{
    uint4 g_packed;
};

uint4 ps_main() : SV_Target
{
    return (g_packed >> uint4(3, 5, 11, 22)) & uint4(31, 63, 31, 511);
}
