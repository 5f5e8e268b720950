// Back faces are lit with the normal turned round.

#include "attribute_pass.hlsli"

float4 ps_main(Varying input, bool front : SV_IsFrontFace) : SV_Target
{
    float3 normal = front ? input.value.xyz : -input.value.xyz;
    return float4(normal * 0.5 + 0.5, front ? 1.0 : 0.5);
}
