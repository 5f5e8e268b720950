// A dropped pixel writes no target and no depth, also those set before.

#include "attribute_pass.hlsli"

struct Targets
{
    float4 colour : SV_Target0;
    uint4 id : SV_Target1;
    float depth : SV_Depth;
};

Targets ps_main(Varying input)
{
    Targets output;
    output.colour = input.value;
    output.id = uint4(1u, 2u, 3u, 4u);
    output.depth = 0.5;
    clip(0.75 - input.value.x);
    output.id.xy = (uint2)input.position.xy;
    output.depth = input.value.y * 0.5;
    if (input.value.z < 0.125)
        discard;
    return output;
}
