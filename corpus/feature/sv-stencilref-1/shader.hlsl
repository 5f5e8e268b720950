// Writes the stencil reference value.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input, out uint reference : SV_StencilRef) : SV_Target
{
    reference = (uint)(input.value.x * 255.0);
    return input.value;
}
