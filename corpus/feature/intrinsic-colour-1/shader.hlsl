// Colours between floats and bytes.

#include "attribute_pass.hlsli"

uint4 ps_main(Varying input) : SV_Target
{
    int4 bytes = D3DCOLORtoUBYTE4(input.position / 64.0);
    uint4 scaled = (uint4)(saturate(input.position / 64.0) * 255.0 + 0.5);
    uint packed = scaled.x | scaled.y << 8u | scaled.z << 16u | scaled.w << 24u;
    return uint4((uint3)bytes.xyz, packed);
}
