// Boolean expressions: and, or, not, any, all, and the choice between them.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    bool4 g_flags;
    float4 g_limits;
};

float4 ps_main(Varying input) : SV_Target
{
    bool4 above = input.value > g_limits;
    bool first = (above.x && !above.y) || g_flags.x;
    bool second = any(above.zw) && all(g_flags.yz || above.xy);
    bool third = !(first || second) != g_flags.w;
    float4 result = float4(first, second, third, first == second);
    if (all(above))
        result *= 0.5;
    return result;
}
