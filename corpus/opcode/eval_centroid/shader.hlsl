// An attribute at the centroid of the covered samples, eval_centroid.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input) : SV_Target
{
    return EvaluateAttributeCentroid(input.value);
}
