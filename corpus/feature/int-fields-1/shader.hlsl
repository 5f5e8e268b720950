// Fields cut out and put in by shifts and masks that depend on the pixel.

cbuffer Constants : register(b0)
{
    uint4 g_packed;
};

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint offset = (uint)position.x & 15u;
    uint width = ((uint)position.y & 7u) + 1u;
    uint mask = (1u << width) - 1u;
    uint4 field = (g_packed >> offset) & mask;
    uint4 placed = (g_packed.yzwx & ~(mask << offset)) | (field << offset);
    int4 extended = (int4)(field << (32u - width)) >> (int)(32u - width);
    return placed + (uint4)extended;
}
