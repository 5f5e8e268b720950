// Writes depth alone. Values outside the viewport's range are clamped by the pipeline.

#include "attribute_pass.hlsli"

float ps_main(Varying input) : SV_Depth
{
    float depth = 0.5;
    [branch]
    if (input.value.x > 0.5)
        depth = input.value.y * 2.0 - 0.5;
    return depth;
}
