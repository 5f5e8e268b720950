// Each target gets its value in another place of the flow.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_values[4];
};

void ps_main(Varying input, out float4 first : SV_Target0, out int4 second : SV_Target1, out float2 third : SV_Target2)
{
    first = input.value;
    second = int4(0, 1, 2, 3);
    third = float2(0.0, 0.0);
    [branch]
    if (input.position.x < 32.0)
    {
        first = sqrt(input.value);
        second.xy = (int2)input.position.xy;
    }
    [loop]
    for (uint i = 0; i < 4; ++i)
    {
        third += g_values[i].xy;
        second.w += (int)i;
    }
}
