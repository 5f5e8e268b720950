// Labels at the ends of the range, as hashes and flags give them.

cbuffer Constants : register(b0)
{
    uint g_offset;
};

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint value = 0x7ffffffeu + ((uint)position.x & 7u) + (g_offset & 1u) * 0x80000000u;
    uint4 result = uint4(value, 0u, 0u, 1u);
    switch (value)
    {
        case 0x7fffffffu:
            result.y = 1u;
            break;
        case 0x80000000u:
            result.y = 2u;
            break;
        case 0xffffffffu:
            result.z = 3u;
            break;
        case 0u:
            result.z = 4u;
            break;
        case 0xfffffffeu:
            result.zw = uint2(5u, 6u);
            break;
    }
    return result;
}
