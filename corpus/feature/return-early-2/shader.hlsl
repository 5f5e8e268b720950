// The outputs have values before the return, and others after it.

#include "attribute_pass.hlsli"

struct Targets
{
    float4 colour : SV_Target0;
    float4 normal : SV_Target1;
    float depth : SV_Depth;
};

Targets ps_main(Varying input)
{
    Targets output;
    output.colour = input.value;
    output.normal = float4(0.5, 0.5, 1.0, 0.0);
    output.depth = 0.25;
    [branch]
    if (input.value.x < 0.5)
        return output;
    output.colour = sin(input.value);
    output.depth = input.value.y * 0.5;
    [branch]
    if (input.value.z < 0.5)
        return output;
    output.normal = exp2(-input.value);
    return output;
}
