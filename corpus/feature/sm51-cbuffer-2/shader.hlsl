// Shader model 5.1: an array of constant buffers indexed by a value from another one.

#include "attribute_pass.hlsli"

struct Material
{
    float4 colour;
    float4 rows[4];
};

cbuffer Draw : register(b0)
{
    uint g_material;
    uint g_row;
};

ConstantBuffer<Material> g_materials[4] : register(b1);

float4 ps_main(Varying input) : SV_Target
{
    uint material = g_material & 3u;
    return g_materials[material].colour * input.value + g_materials[material].rows[g_row & 3u] * 0.25;
}
