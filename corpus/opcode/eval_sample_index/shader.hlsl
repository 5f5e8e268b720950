// An attribute at the place of a sample, eval_sample_index.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    uint g_sample;
};

float4 ps_main(Varying input) : SV_Target
{
    return EvaluateAttributeAtSample(input.value, g_sample);
}
