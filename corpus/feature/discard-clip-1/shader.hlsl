// The pixel goes if any lane is negative.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_limits;
};

float4 ps_main(Varying input) : SV_Target
{
    clip(input.value - g_limits * 0.5);
    return input.value;
}
