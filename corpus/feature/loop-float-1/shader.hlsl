// A ray march whose counter is a float with exact steps.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_falloff;
};

float4 ps_main(Varying input) : SV_Target
{
    float light = 0.0;
    [loop]
    for (float t = 0.0; t < 4.0; t += 0.25)
        light += g_falloff.x * exp2(-t * input.value.x);
    return float4(light.xxx * 0.125, 1.0);
}
