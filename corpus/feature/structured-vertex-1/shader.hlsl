// Matrices of three rows in a structured buffer, chosen by the vertex.

struct Bone
{
    row_major float3x4 transform;
};

StructuredBuffer<Bone> g_bones : register(t0);

float4 vs_main(float4 position : POSITION, uint4 indices : BLENDINDICES, float4 weights : BLENDWEIGHT) : SV_Position
{
    float3 moved = float3(0.0, 0.0, 0.0);
    [unroll]
    for (uint i = 0; i < 4; ++i)
        moved += mul(g_bones[indices[i] & 15u].transform, position) * weights[i];
    return float4(moved, 1.0);
}
