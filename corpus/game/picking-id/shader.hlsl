// Editor picking: object, triangle group and instance packed into R32_UINT,
// a coarse depth bucket in the second channel, visibility by a bit mask.
#include "frame.hlsli"

cbuffer Picking : register(b2)
{
    uint objectId;
    uint selectionMask;
};

struct Varyings
{
    float4 pos : SV_Position;
    nointerpolation uint2 id : TEXCOORD0;
};

Varyings vs_main(float3 position : POSITION, uint4 group : BLENDINDICES, uint instance : SV_InstanceID)
{
    Varyings o;
    o.pos = mul(viewProj, mul(world, float4(position, 1)));
    o.id = uint2(objectId << 16 | (group.x & 0xffu) << 8 | (instance & 0xffu), 1u << (instance & 31u));
    return o;
}

uint2 ps_main(Varyings i) : SV_Target
{
    uint hidden = (selectionMask & i.id.y) == 0u ? 0u : 0x80000000u;
    return uint2(i.id.x | hidden, (uint)(saturate(i.pos.z) * 16.0) << 24 | (i.id.y & 0xffffffu));
}
