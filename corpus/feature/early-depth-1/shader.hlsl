// Depth and stencil tests run before the shader.

#include "attribute_pass.hlsli"

[earlydepthstencil]
float4 ps_main(Varying input) : SV_Target
{
    clip(input.value.x - 0.25);
    return input.value;
}
