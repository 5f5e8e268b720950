// Drops the pixels whose bit in a mask is clear, discard_z.

#include "attribute_pass.hlsli"

cbuffer Operands : register(b0)
{
    uint g_keep;
};

float4 ps_main(Varying input) : SV_Target
{
    uint bit = (uint)input.position.x & 1u;
    if (!(g_keep & (1u + bit)))
        discard;
    return input.value;
}
