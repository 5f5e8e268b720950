// A register whose lanes hold a float, a signed integer, an unsigned integer and a mask, packed and
// unpacked by branches.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    uint4 g_packed;
};

float4 ps_main(Varying input) : SV_Target
{
    uint4 record = uint4(asuint(input.value.x), (uint)(int)(input.position.x - 40.0), g_packed.x, 0u);
    record.w = (int)record.y < 0 ? 0xffffffffu : 0u;
    [branch]
    if (record.w & 2u)
        record.xz = uint2(asuint(asfloat(record.x) * 0.5), record.z >> 3u);
    int offset = (int)record.y;
    return float4(asfloat(record.x), (float)offset * 0.0625, (float)(record.z & 255u) / 255.0, record.w ? 1.0 : 0.0);
}
