// An impostor writes its own depth beside its colour.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input, out float depth : SV_Depth) : SV_Target
{
    depth = saturate(input.value.z * 0.5 + 0.25);
    return input.value;
}
