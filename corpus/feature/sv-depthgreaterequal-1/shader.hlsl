// Conservative depth: the written value is never nearer than the triangle's.

#include "attribute_pass.hlsli"

float4 ps_main(linear noperspective centroid float4 position : SV_Position, float4 value : TEXCOORD0,
    out float depth : SV_DepthGreaterEqual) : SV_Target
{
    depth = position.z + value.x * 0.125;
    return value;
}
