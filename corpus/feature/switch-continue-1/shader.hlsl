// A byte code in a constant buffer: the loop runs it. HLSL allows no continue inside a switch, so
// the cases set a flag and the loop continues behind the switch.

#include "attribute_pass.hlsli"

cbuffer Program : register(b0)
{
    uint4 g_codes[4];
};

float4 ps_main(Varying input) : SV_Target
{
    float4 value = input.value;
    uint column = (uint)input.position.x;
    float steps = 0.0;
    [loop]
    for (uint i = 0; i < 12; ++i)
    {
        uint code = (g_codes[i & 3u].x + column + i * 3u) % 5u;
        bool again = false;
        [forcecase]
        switch (code)
        {
            case 0:
                value = value.yzwx;
                again = true;
                break;
            case 1:
                value *= 0.75;
                break;
            case 2:
                value = 1.0 - value;
                break;
            case 3:
                value += 0.125;
                again = value.x > 0.75;
                value.y = again ? value.y : 0.5;
                break;
            default:
                steps += 0.25;
                break;
        }
        [branch]
        if (again)
        {
            value.z *= 0.9375;
            continue;
        }
        steps += 0.0625;
    }
    return float4(value.xyz, steps);
}
