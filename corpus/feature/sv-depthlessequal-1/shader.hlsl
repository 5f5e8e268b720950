// Conservative depth: the written value is never farther than the triangle's.

#include "attribute_pass.hlsli"

float4 ps_main(linear noperspective centroid float4 position : SV_Position, float4 value : TEXCOORD0,
    out float depth : SV_DepthLessEqual) : SV_Target
{
    depth = position.z * (1.0 - value.x * 0.5);
    return value;
}
