// Editor buffers: float colour, signed and unsigned integer attributes and a
// two-channel float in one pass, with a hole in the target numbers.
#include "mesh.hlsli"

cbuffer EditorObject : register(b2)
{
    int layer;
    uint objectId;
    uint selection;
};

struct EditorOut
{
    float4 color : SV_Target0;
    int2 layerAndSide : SV_Target1;
    uint id : SV_Target2;
    float2 uv : SV_Target4;
};

MeshVaryings vs_main(MeshVertex v) { return mesh_vs(v); }

EditorOut ps_main(MeshVaryings i, bool front : SV_IsFrontFace)
{
    EditorOut o;
    float3 n = i.normal * rsqrt(max(dot(i.normal, i.normal), 1e-8));
    o.color = float4(n * 0.5 + 0.5, 1) * objectTint;
    o.layerAndSide = int2(layer * 2 - 5, front ? 1 : -1);
    o.id = (objectId & selection) ? objectId | 0x80000000u : ~objectId;
    o.uv = i.uv;
    return o;
}
