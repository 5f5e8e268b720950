// A loop that tests at its end.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    float2 z = input.value.xy * 2.0 - 1.0;
    float2 c = z;
    int turns = 0;
    [loop]
    do
    {
        z = float2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        ++turns;
    }
    while (turns < 12 && dot(z, z) < 4.0);
    return float4((float)turns / 12.0, saturate(z * 0.25 + 0.5), 1.0);
}
