// Depth-only pass: position stream, one matrix, nothing else.
cbuffer DepthPass : register(b0)
{
    float4x4 worldViewProj;
};

float4 vs_main(float3 position : POSITION) : SV_Position
{
    return mul(worldViewProj, float4(position, 1));
}
