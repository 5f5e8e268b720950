// A depth-only pass with an alpha test: no target at all.

#include "attribute_pass.hlsli"

void ps_main(Varying input)
{
    clip(input.value.x - 0.5);
}
