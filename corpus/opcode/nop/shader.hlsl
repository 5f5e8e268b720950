// Unoptimized code for a debugger keeps the call of an empty function as a nop.

#include "attribute_pass.hlsli"

void trace(float4 value)
{
}

float4 ps_main(Varying input) : SV_Target
{
    trace(input.value);
    return input.value;
}
