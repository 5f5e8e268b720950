// Shader model 5.1: constant buffers declared as objects, one of them an array with literal indices.

#include "attribute_pass.hlsli"

struct Material
{
    float4 colour;
    float roughness;
    float3 emission;
};

ConstantBuffer<Material> g_base : register(b1);
ConstantBuffer<Material> g_layers[3] : register(b4);

float4 ps_main(Varying input) : SV_Target
{
    float4 colour = g_base.colour * g_layers[0].colour + g_layers[2].colour * 0.25;
    return colour * input.value + float4(g_base.emission, g_layers[1].roughness) * 0.125;
}
